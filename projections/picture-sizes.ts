import { columnsOf } from './sql.ts'
import type { Reader } from './reader.ts'

const f = columnsOf('file', 'f')

const pictures = /<img\b[^>]*>/g
const address = /\ssrc="\/files\/([0-9a-f]{32})\//
const sized = /\s(?:width|height)="/

/** HTML with the sizes of its library pictures, so that the text does not move when they come; a size it says itself stays. */
export const withPictureSizes = async (pool: Reader, html: string): Promise<string> => {
  const bare = (html.match(pictures) ?? []).filter((tag) => !sized.test(tag))
  const keys = bare.flatMap((tag) => address.exec(tag)?.[1] ?? [])
  if (keys.length === 0) return html
  const { rows } = await pool.query<{ key: string; width: number; height: number }>({
    name: 'picture-sizes',
    text: `select ${f('key')} as key, ${f('width')} as width, ${f('height')} as height
      from file f where ${f('key')} = any($1) and ${f('width')} > 0 and ${f('height')} > 0`,
    values: [[...new Set(keys)]],
  })
  const sizes = new Map(rows.map(({ key, width, height }) => [key, `width="${width}" height="${height}"`]))
  return html.replace(pictures, (tag) => {
    const size = sized.test(tag) ? undefined : sizes.get(address.exec(tag)?.[1] ?? '')
    return size === undefined ? tag : tag.replace('<img', `<img ${size}`)
  })
}
