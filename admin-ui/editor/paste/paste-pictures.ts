import { inertBox, inertNodes, unmasked } from '../html/html-blocks.ts'

const dataPicture = /<img\b[^>]*\bsrc\s*=\s*["']?data:image\//i

/** True for HTML that brings pictures as data. */
export const hasOwnPictures = (html: string): boolean => dataPicture.test(html)

/** True for HTML that says something besides its pictures. */
export const hasWords = (html: string): boolean => {
  const box = inertBox(inertNodes(html))
  for (const element of box.querySelectorAll('style, script, title')) element.remove()
  return Boolean(box.textContent?.trim())
}

const fileOf = (address: string, index: number): File | null => {
  const [, type = '', data = ''] = /^data:(image\/[\w.+-]+);base64,([\s\S]*)$/i.exec(address) ?? []
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(data)), (sign) => sign.charCodeAt(0))
    return bytes.length ? new File([bytes], `picture-${index + 1}.${type.slice(6)}`, { type }) : null
  } catch {
    return null
  }
}

/** What a picture in HTML became: where it lies now and how large it is, or why it is left out. */
type Sent = { address: string; size: { width: number; height: number } | null } | { problem: string }

/** Pictures that HTML brings as data: `files` are to be sent (null for broken ones); `settle` gives the HTML with what became of them. */
export const picturesOf = (html: string): { files: (File | null)[]; settle: (sent: readonly Sent[]) => string } => {
  const box = inertBox(inertNodes(html))
  const images = [...box.querySelectorAll('img')].filter((image) => /^data:/i.test(image.getAttribute('src') ?? ''))
  const settle = (sent: readonly Sent[]): string => {
    for (const [index, image] of images.entries()) {
      const one = sent[index]
      for (const name of ['width', 'height', 'src']) image.removeAttribute(name)
      if (!one || 'problem' in one) {
        image.replaceWith(image.alt)
        continue
      }
      image.setAttribute('src', one.address)
      for (const [name, value] of Object.entries(one.size ?? {})) image.setAttribute(name, String(value))
    }
    return unmasked(box.innerHTML)
  }
  return { files: images.map((image, index) => fileOf(image.getAttribute('src') ?? '', index)), settle }
}
