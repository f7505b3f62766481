/** The part of a picture that is kept, and the point of it that stays in sight where it is cropped; all in percent of the whole. */
export type Framing = { left: number; right: number; top: number; bottom: number; x: number; y: number }

/** Of a whole picture: all of it, and the given point (`30 70`, empty for the middle). */
export const wholeFraming = (focus: string): Framing => {
  const [x = 50, y = 50] = focus ? focus.split(' ').map(Number) : []
  return { left: 0, right: 100, top: 0, bottom: 100, x, y }
}

const least = 5
const within = (value: number, low: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))

/** A framing that makes sense: edges apart from each other, the point between them. */
export const soundFraming = ({ left, right, top, bottom, x, y }: Framing): Framing => {
  const [start, end] = [within(left, 0, 100 - least), within(top, 0, 100 - least)]
  const [stop, floor] = [within(right, start + least, 100), within(bottom, end + least, 100)]
  return { left: start, right: stop, top: end, bottom: floor, x: within(x, start, stop), y: within(y, end, floor) }
}

/** True when a part of the picture is cut off. */
export const isCut = ({ left, right, top, bottom }: Framing): boolean =>
  left > 0 || right < 100 || top > 0 || bottom < 100

/** The point as it is kept, within what is left of the picture; empty for the middle. */
export const focusOf = ({ left, right, top, bottom, x, y }: Framing): string => {
  const share = (at: number, from: number, to: number) => Math.round(((at - from) / (to - from)) * 100)
  const focus = `${share(x, left, right)} ${share(y, top, bottom)}`
  return focus === '50 50' ? '' : focus
}

const kept = ['image/jpeg', 'image/png', 'image/webp']

/** What a framing leaves of a picture, as a file. @throws Error when the browser makes none */
export const cutOut = async (picture: HTMLImageElement, framing: Framing, name: string, was: string): Promise<File> => {
  const { naturalWidth, naturalHeight } = picture
  const canvas = document.createElement('canvas')
  const left = Math.round((naturalWidth * framing.left) / 100)
  const top = Math.round((naturalHeight * framing.top) / 100)
  canvas.width = Math.max(1, Math.round((naturalWidth * framing.right) / 100) - left)
  canvas.height = Math.max(1, Math.round((naturalHeight * framing.bottom) / 100) - top)
  canvas.getContext('2d')?.drawImage(picture, -left, -top)
  const type = kept.includes(was) ? was : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${name.replace(/\.\w+$/, '')}.${blob.type.slice(6)}`, { type: blob.type })
}
