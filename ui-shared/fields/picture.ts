/** What a picture field holds: nothing, what is stored (`id` null), one of the library, or a file that is not sent yet. */
export type Picture = { link: string; id: number | null; file: File | null }

/** The picture that the server has; null when there is none. */
export const storedPicture = (link: string | null | undefined): Picture | null =>
  link ? { link, id: null, file: null } : null

/** True when both are the same picture. */
export const isSamePicture = (one: Picture | null, other: Picture | null): boolean =>
  one?.link === other?.link && one?.file === other?.file

/** How a form sends it: the file itself, the id of a library file, or empty to take it away. */
export const pictureToWire = (picture: Picture | null): File | string => {
  if (!picture) return ''
  return picture.file ?? (picture.id === null ? '' : String(picture.id))
}

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
/** For the file chooser. */
export const pictureTypes = accepted.join(',')
const maxBytes = 10 * 1024 * 1024

/** What the server says of it too, as a message id. */
export const notAPicture = 'This is not a picture that can be used. Please choose a JPEG, PNG, WebP or GIF file.'

/** Why a file cannot be a picture here, as a message id, or null. The server looks at the bytes themselves (spec/decisions D9). */
export const pictureProblem = (file: File): string | null => {
  if (!accepted.includes(file.type)) return 'Choose a JPEG, PNG, WebP or GIF picture.'
  return file.size > maxBytes ? 'The picture is larger than 10 MB.' : null
}
