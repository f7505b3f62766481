import { isOwnAddress } from '../html/clean.ts'

const widest = 960
const drawn = new Map<string, Promise<string | null>>()

const draw = async (address: string): Promise<string | null> => {
  const full = new Image()
  full.src = address
  await full.decode()
  const share = Math.min(1, widest / full.naturalWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(full.naturalWidth * share))
  canvas.height = Math.max(1, Math.round(full.naturalHeight * share))
  canvas.getContext('2d')?.drawImage(full, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', 0.8)
}

const drawOnce = (address: string): Promise<string | null> => {
  const known = drawn.get(address)
  if (known) return known
  const drawing = draw(address).catch(() => null)
  drawn.set(address, drawing)
  // A failure is asked for again next time: the reader may have been offline.
  void drawing.then((picture) => picture ?? drawn.delete(address))
  return drawing
}

// Of this site, or chosen in the form and not sent yet.
const isOurs = (address: string): boolean => isOwnAddress(address) || address.startsWith('blob:')

/** Puts this site's pictures into the nodes, made small: a sandboxed frame has no sign-in and could not load them. */
export const embedPictures = async (root: DocumentFragment): Promise<void> => {
  const images = [...root.querySelectorAll('img')].filter((image) => isOurs(image.getAttribute('src') ?? ''))
  await Promise.all(
    images.map(async (image) => {
      const picture = await drawOnce(image.getAttribute('src') ?? '')
      if (picture) image.setAttribute('src', picture)
      else image.replaceWith(image.alt)
    }),
  )
}

const addresses = /url\(\s*(["']?)(\/files\/[^"')\s]+)\1\s*\)/gi

/** Scoped CSS with the pictures of this site in it, for the same reason. */
export const embedInCss = async (css: string): Promise<string> => {
  const wanted = new Set([...css.matchAll(addresses)].map(([, , address = '']) => address))
  const pictures = new Map(
    await Promise.all([...wanted].map(async (address) => [address, await drawOnce(address)] as const)),
  )
  return css.replace(addresses, (_all, _quote, address) => `url("${pictures.get(address) ?? 'data:,'}")`)
}
