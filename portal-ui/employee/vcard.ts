import type { PersonDetail } from '../../domain/people/colleague.ts'

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

const mostOctets = 75
const octetsOf = (text: string): number => new TextEncoder().encode(text).length

/** A line of at most 75 octets, gone on with after a blank; no character is cut (RFC 6350, 3.2). */
const folded = (line: string): string => {
  const lines = ['']
  for (const character of line) {
    const current = lines.at(-1) ?? ''
    if (octetsOf(current + character) <= mostOctets) lines[lines.length - 1] = current + character
    else lines.push(` ${character}`)
  }
  return lines.join('\r\n')
}

/**
 * A colleague as a card for the contacts of a telephone, in vCard 3.0 (RFC 2426), which all of them read. `company` is the name of the site.
 * The name stays whole, since only its bearer knows which part is the family's.
 */
export const vcardOf = (person: PersonDetail, company: string): string => {
  const units = [company, person.division?.name ?? '', person.departement?.name ?? ''].map(escaped)
  const lines: [property: string, value: string][] = [
    ['N', `;${escaped(person.fullname)};;;`],
    ['FN', escaped(person.fullname)],
    ['NICKNAME', person.display_name === person.fullname ? '' : escaped(person.display_name)],
    ['ORG', units.join(';').replace(/;+$/, '')],
    ['TITLE', escaped(person.title?.title_name ?? '')],
    ['EMAIL;TYPE=WORK', escaped(person.email)],
    ['TEL;TYPE=CELL', escaped(person.phone_number)],
    ['TEL;TYPE=WORK', escaped(person.office_phone)],
    ['ADR;TYPE=WORK', person.office_address && `;;${escaped(person.office_address)};;;;`],
  ]
  const said = lines.flatMap(([property, value]) => (value ? [folded(`${property}:${value}`)] : []))
  return ['BEGIN:VCARD', 'VERSION:3.0', ...said, 'END:VCARD', ''].join('\r\n')
}
