/** Hands `text` to the browser to save as a file of this name; `type` is its media type, in UTF-8. */
export const saveFile = (name: string, text: string, type: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  // The download has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
