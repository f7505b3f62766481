/** The demo company's people, categories and settings. All names are invented. */
export const settings = {
  siteTitle: 'Harbour & Vale',
  footer: 'Harbour & Vale Shipping Supplies',
  timeZone: 'Europe/Amsterdam',
}

export const roles = [
  {
    key: 'editor',
    name: 'Editor',
    perms: ['post', 'category', 'page', 'file'].flatMap((area) =>
      ['c', 'r', 'u', 'd'].map((action) => `${action}-${area}`),
    ),
  },
  { key: 'reader', name: 'Reader of posts', perms: ['r-post'] },
]

export const users = [
  {
    userName: 'rina',
    firstName: 'Rina',
    lastName: 'Hartono',
    role: 'administrator',
    phone: '+31 20 555 0110',
    bio: 'Keeps the portal honest.',
  },
  {
    userName: 'tomas',
    firstName: 'Tomas',
    lastName: 'Vale',
    role: 'editor',
    phone: '+31 20 555 0111',
    bio: 'Writes most of what you read here.',
  },
  { userName: 'ayu', firstName: 'Ayu', lastName: 'Lestari', role: 'reader', phone: '+31 20 555 0112', bio: '' },
  { userName: 'pieter', firstName: 'Pieter', lastName: 'Noor', role: null, phone: '+31 20 555 0113', bio: '' },
]

/** In their order; the directory shows the first title and the third as executives (E2). */
export const titles = [
  { name: 'Managing director', description: 'Answers for the whole house.' },
  { name: 'Deputy director', description: 'Stands in for the managing director.' },
  { name: 'Head of department', description: 'Leads a department.' },
  { name: 'Specialist', description: 'Knows one thing well.' },
]

export const divisions = [
  { name: 'Harbour', description: 'Quays, warehouse and yard.' },
  { name: 'Trade', description: 'What is bought, sold and shipped.' },
]

export const departments = [
  { name: 'Management', description: 'Decides, and says so.' },
  { name: 'Yard', description: 'Ropes, chains and everything that floats.' },
  { name: 'Purchasing', description: 'Orders valves from Gothenburg, among others.' },
  { name: 'Warehouse', description: 'Three halls, and whoever finds things in them.' },
  { name: 'Finance', description: 'Pays on Wednesdays.' },
  { name: 'People and offices', description: 'Contracts, keys, desks and the coffee.' },
]

/** Whoever leads comes before those whom they lead; `leader` is a display name. */
export const employees = [
  {
    employee_number: '0012',
    fullname: 'Dita Maharani',
    display_name: 'Dita',
    phone_number: '+31 20 555 0142',
    office_phone: '+31 20 555 0342',
    office_address: 'Quay Street 12, third floor',
    place: ['Managing director', 'Harbour', 'Management'],
    leader: null,
  },
  {
    employee_number: '0027',
    fullname: 'Jonas Ekberg',
    display_name: 'Jonas',
    phone_number: '+31 20 555 0127',
    office_phone: '+31 20 555 0327',
    office_address: 'Quay Street 12, third floor',
    place: ['Head of department', 'Harbour', 'Yard'],
    leader: 'Dita',
  },
  {
    employee_number: '0031',
    fullname: 'Mei Tanaka',
    display_name: 'Mei',
    phone_number: '+31 20 555 0131',
    office_phone: '+31 20 555 0331',
    office_address: 'Quay Street 12, third floor',
    place: ['Head of department', 'Trade', 'Purchasing'],
    leader: 'Dita',
  },
  {
    employee_number: '0044',
    fullname: 'Samuel Osei',
    display_name: 'Sam',
    phone_number: '',
    office_phone: '+31 20 555 0144',
    office_address: 'Quay Street 12, third floor',
    place: ['Specialist', 'Trade', 'Purchasing'],
    leader: 'Mei',
  },
] as const

export const categories = ['Company', 'People', 'Daily life', 'Safety']

/** The e-mail address of somebody of the demo company. */
export const addressOf = (name: string) => `${name.toLowerCase()}@harbour-vale.example`
