import { expect, test } from 'vitest'
import type { PersonDetail } from '../../domain/people/colleague.ts'
import { vcardOf } from '../../portal-ui/employee/vcard.ts'

const person: PersonDetail = {
  id: 5,
  fullname: 'Ana; Sofía, Ruiz',
  display_name: 'Ana',
  email: 'ana@example.org',
  phone_number: '+34 600 000 000',
  office_phone: '',
  office_address: '12 Harbour Street\nRotterdam',
  linkedln: '',
  facebook: '',
  instagram: '',
  thumbnail: null,
  title: { id: 1, title_name: 'Manager', order_number: 1 },
  division: { id: 1, name: 'Operations' },
  departement: null,
  absences: [],
  superOrdinateDetails: [],
  subOrdinateDetails: [],
}

test('a card says what there is, with separators escaped, and nothing empty', () => {
  expect(vcardOf(person, 'Meridian').split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Ana\\; Sofía\\, Ruiz;;;',
    'FN:Ana\\; Sofía\\, Ruiz',
    'NICKNAME:Ana',
    'ORG:Meridian;Operations',
    'TITLE:Manager',
    'EMAIL;TYPE=WORK:ana@example.org',
    'TEL;TYPE=CELL:+34 600 000 000',
    'ADR;TYPE=WORK:;;12 Harbour Street\\nRotterdam;;;;',
    'END:VCARD',
    '',
  ])
})

test('lines are folded at 75 octets, between characters', () => {
  const long = '上海市浦东新区世纪大道一百号'.repeat(6)
  const card = vcardOf({ ...person, office_address: long }, 'Meridian')
  const lines = card.split('\r\n')
  expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(2)
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  expect(card.replaceAll('\r\n ', '')).toContain(long)
})

test('no value begins a line of its own', () => {
  expect(vcardOf({ ...person, office_address: 'a\r\nEND:VCARD\rTEL:1' }, 'x')).toContain('a\\nEND:VCARD\\nTEL:1')
})
