import sharp from 'sharp'

/** A small real PNG. */
export const pngPicture = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 93, b: 75 } } })
    .png()
    .toBuffer()
