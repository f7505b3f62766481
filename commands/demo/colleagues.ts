import { addressOf } from './company.ts'

type Place = readonly [title: string, division: string, department: string]

const head: (department: string, division: string) => Place = (department, division) => [
  'Head of department',
  division,
  department,
]
const specialist: (department: string, division: string) => Place = (department, division) => [
  'Specialist',
  division,
  department,
]

/** Fullname, who leads them (a display name) and where they stand; whoever leads comes before those whom they lead. */
const table: readonly (readonly [fullname: string, leader: string, place: Place])[] = [
  ['Renske de Graaf', 'Dita', ['Deputy director', 'Trade', 'Management']],
  ['Kofi Mensah', 'Dita', head('Warehouse', 'Harbour')],
  ['Ingrid Solberg', 'Renske', head('Finance', 'Trade')],
  ['Lucía Ferrer', 'Renske', head('People and offices', 'Trade')],
  ['Bram Hoekstra', 'Jonas', specialist('Yard', 'Harbour')],
  ['Nadia Rahmani', 'Jonas', specialist('Yard', 'Harbour')],
  ['Tomoko Arai', 'Jonas', specialist('Yard', 'Harbour')],
  ['Piotr Zieliński', 'Jonas', specialist('Yard', 'Harbour')],
  ['Ewa Lindgren', 'Bram', specialist('Yard', 'Harbour')],
  ['Joris van Aken', 'Bram', specialist('Yard', 'Harbour')],
  ['Marisol Vega', 'Bram', specialist('Yard', 'Harbour')],
  ['Halil Demir', 'Nadia', specialist('Yard', 'Harbour')],
  ['Oona Virtanen', 'Nadia', specialist('Yard', 'Harbour')],
  ['Anders Holm', 'Mei', specialist('Purchasing', 'Trade')],
  ['Chiara Bellini', 'Mei', specialist('Purchasing', 'Trade')],
  ['Yusuf Adeyemi', 'Mei', specialist('Purchasing', 'Trade')],
  ['Lena Hofmann', 'Anders', specialist('Purchasing', 'Trade')],
  ['Mateo Rojas', 'Anders', specialist('Purchasing', 'Trade')],
  ['Grace Whitlock', 'Kofi', specialist('Warehouse', 'Harbour')],
  ['Sander Prins', 'Kofi', specialist('Warehouse', 'Harbour')],
  ['Amina Diallo', 'Kofi', specialist('Warehouse', 'Harbour')],
  ['Viktor Novak', 'Grace', specialist('Warehouse', 'Harbour')],
  ['Hana Kimura', 'Grace', specialist('Warehouse', 'Harbour')],
  ['Rafael Costa', 'Grace', specialist('Warehouse', 'Harbour')],
  ['Elif Kaya', 'Sander', specialist('Warehouse', 'Harbour')],
  ['Olivier Maes', 'Sander', specialist('Warehouse', 'Harbour')],
  ['Siti Nurhaliza Putri', 'Sander', specialist('Warehouse', 'Harbour')],
  ['Clara Dupont', 'Ingrid', specialist('Finance', 'Trade')],
  ['Henrik Dahl', 'Ingrid', specialist('Finance', 'Trade')],
  ['Priya Raman', 'Ingrid', specialist('Finance', 'Trade')],
  ['Wout Jansen', 'Clara', specialist('Finance', 'Trade')],
  ['Fatou Ndiaye', 'Lucia', specialist('People and offices', 'Trade')],
  ['Emil Karlsson', 'Lucia', specialist('People and offices', 'Trade')],
  ['Rosa Marchetti', 'Lucia', specialist('People and offices', 'Trade')],
  ['Daan Visser', 'Fatou', specialist('People and offices', 'Trade')],
  ['Leilani Okafor', 'Fatou', specialist('People and offices', 'Trade')],
]

const floors = ['ground floor', 'first floor', 'second floor', 'third floor']

const plain = (name: string) => name.normalize('NFD').replace(/\p{Mn}/gu, '')
const firstNameOf = (fullname: string) => plain(fullname.split(' ')[0] ?? fullname)

/** Those who work at the demo company and do not sign in. All of them are invented, as are their numbers. */
export const colleagues = table.map(([fullname, leader, place], index) => ({
  employee_number: String(41_007 + index * 13),
  fullname,
  display_name: firstNameOf(fullname),
  email: addressOf(plain(fullname).replaceAll(' ', '.')),
  phone_number: `+31 6 5550 0${151 + index}`,
  office_phone: `+31 20 555 0${211 + index}`,
  office_address: `Quay Street 12, ${floors[index % floors.length]}`,
  place,
  leader,
}))
