const header = /\\bliptag-?\d+(?:\\blipupi-?\d+)?\s*(?:\{\\\*\\blipuid\s?[\da-f]+\}\s*)?/i

const dataOf = (part: string): string[] => {
  const [, type] = /\\(png|jpeg)blip/.exec(part) ?? []
  const found = header.exec(part)
  if (!type || !found) return []
  const from = found.index + found[0].length
  const hex = part.slice(from, part.indexOf('}', from)).replace(/[^\da-f]/gi, '')
  let bytes = ''
  for (let at = 0; at < hex.length; at += 2) bytes += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  return bytes ? [`data:image/${type};base64,${btoa(bytes)}`] : []
}

const local = /(<img\b[^>]*?\bsrc\s*=\s*)("file:[^"]*"|'file:[^']*'|file:[^\s>]*)/gi

/** HTML of Word with its pictures, which only the RTF beside it on the clipboard holds; as it is where the two do not match. */
export const withRtfPictures = (html: string, rtf: string): string => {
  const count = html.match(local)?.length ?? 0
  if (!count || !rtf) return html
  // Each picture may be written a second time for older programs, as a metafile, which is neither PNG nor JPEG.
  const pictures = rtf.split('{\\pict').slice(1).flatMap(dataOf)
  if (pictures.length !== count) return html
  return html.replace(local, (_whole, before: string) => `${before}"${pictures.shift() ?? ''}"`)
}
