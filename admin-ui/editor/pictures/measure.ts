/** The size of a picture as the server has it, which may have made it smaller; null when it cannot be read. */
export const measure = async (address: string): Promise<{ width: number; height: number } | null> => {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return null
  }
}
