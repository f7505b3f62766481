type Document = { name: string; attribute: string; lines: readonly string[] }

/** What the demo company's document search finds. */
export const documents: readonly Document[] = [
  {
    name: 'House rules',
    attribute: 'Hours, keys, visitors and the kitchen',
    lines: [
      'The front desk is open from half past seven until six, in summer until seven.',
      'Visitors sign the book and are fetched by whoever expects them.',
      'Keys stay in the building. Whoever loses one says so on the same day.',
      'Whoever empties the coffee pot fills it.',
    ],
  },
  {
    name: 'Travel and expenses',
    attribute: 'What is paid back, how and when',
    lines: [
      'One claim per journey, with the receipts, within thirty days.',
      'Trains in second class, flights above six hours only.',
      'Claims that arrive before Wednesday noon are paid in the same week.',
      'Above two hundred euros, name who agreed to it beforehand.',
    ],
  },
  {
    name: 'Quality handbook',
    attribute: 'How we work and how we check it',
    lines: [
      'Every complaint gets a number on the day it arrives and an answer within five.',
      'A rope leaves the workshop with the mark of who made it and of who tested it.',
      'Findings of the safety walk have a name and a day beside them.',
    ],
  },
  {
    name: 'Emergency card',
    attribute: 'One page for the wall',
    lines: [
      'Fire: press the red button, leave by the nearest green door, meet at the flagpole.',
      'First aid: 0115. Porter at night: 0119.',
    ],
  },
  {
    name: 'Request for leave',
    attribute: 'Form, to print and sign',
    lines: [
      'Name: ______________________________',
      'From: ______________  until: ______________',
      'Agreed with: ______________________________',
    ],
  },
]

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
