import content from './content/documents.json' with { type: 'json' }

type Document = { name: string; attribute: string; lines: readonly string[] }

/** What the demo company's document search finds. */
export const documents: readonly Document[] = content

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** A document as a PDF of one page: its title and its lines, in a typeface that every reader has. */
export const pdfOf = ({ name, lines }: Document): Buffer => {
  const body = lines.map((line) => `0 -26 Td (${escaped(line)}) Tj`).join('\n')
  const text = `BT /F1 24 Tf 64 760 Td (${escaped(name)}) Tj /F1 11 Tf 0 -18 Td\n${body}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let written = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = written.length
    written += `${index + 1} 0 obj${object}endobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = written.length
  const size = objects.length + 1
  written += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(written, 'latin1')
}
