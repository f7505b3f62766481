/** Which part of a picture is kept: `zoom` from 1 (the largest square) up, `x` and `y` where it lies, 0 to 1. */
export type Crop = { zoom: number; x: number; y: number }

/** The square of a picture that a crop keeps, in its own pixels. */
export const squareOf = ({ width, height }: { width: number; height: number }, { zoom, x, y }: Crop) => {
  const side = Math.min(width, height) / zoom
  return { side, left: (width - side) * x, top: (height - side) * y }
}

/** The crop after the picture was moved by so many of the shown square's sides. */
export const moved = (picture: { width: number; height: number }, crop: Crop, byX: number, byY: number): Crop => {
  const { side } = squareOf(picture, crop)
  const along = (at: number, by: number, room: number) =>
    room <= 0 ? at : Math.min(1, Math.max(0, at - (by * side) / room))
  return {
    ...crop,
    x: along(crop.x, byX, picture.width - side),
    y: along(crop.y, byY, picture.height - side),
  }
}

/** Draws what a crop keeps, on all of a canvas. */
export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const { side, left, top } = squareOf(picture, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  // A JPEG has no transparency: what lets through would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

const storedSide = 512

/** The kept part as a JPEG of 512 pixels a side. @throws Error when the browser makes none */
export const cropped = (picture: ImageBitmap, crop: Crop): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = storedSide
  drawCrop(canvas, picture, crop)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9)
  })
}
