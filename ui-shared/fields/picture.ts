/** What a picture field holds: nothing, a file that the server has, or one that is not sent yet (`id` null). `type` is said by its link. */
export type Picture = { link: string; id: number | null; file: File | null; type?: string }

const links = new Map<File, string>()

/** The address of a file that is not sent yet: one for each, as long as its form is open. */
export const linkOf = (file: File): string => {
  const link = links.get(file) ?? URL.createObjectURL(file)
  links.set(file, link)
  return link
}

/** Forgets those addresses, and with them the bytes that the browser holds for them. */
export const releaseLinks = (): void => {
  for (const link of links.values()) URL.revokeObjectURL(link)
  links.clear()
}

/** What a file is called: as on this device, or as the server has it. */
export const nameOfFile = ({ file, link }: Picture): string =>
  file?.name ?? decodeURIComponent(link.split('/').at(-1)?.split('?')[0] ?? '')

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const svg = 'image/svg+xml'
/** For the file chooser. */
export const pictureTypes = accepted.join(',')
/** The same where SVG is taken too. */
export const pictureTypesWithSvg = [...accepted, svg].join(',')
const maxBytes = 10 * 1024 * 1024

/** What the server says of it too, as a message id. */
export const notAPicture = 'This is not a picture that can be used. Please choose a JPEG, PNG, WebP or GIF file.'

/** Why a file cannot be a picture here, as a message id, or null. The server looks at the bytes themselves (D9). */
export const pictureProblem = (file: File, takesSvg = false): string | null => {
  if (!accepted.includes(file.type) && !(takesSvg && file.type === svg))
    return 'Choose a JPEG, PNG, WebP or GIF picture.'
  return file.size > maxBytes ? 'The picture is larger than 10 MB.' : null
}
