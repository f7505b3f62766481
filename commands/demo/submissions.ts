/** A step that staff take: how many days ago, and what they say. `delivered` counts the lines in their order. */
export type Step = {
  verb: string
  days: number
  note?: string
  delivered?: readonly number[]
  isOwn?: true
}

type Sent = { by: string; days: number; steps?: readonly Step[] }
type StationeryRequest = Sent & { lines: readonly (readonly [item: string, quantity: number, remarks?: string])[] }
type Message = Sent & { subject: string; message: string }
type Application = Sent & { job: string; reason: string }

/** Stationery that the demo company's employees asked for, in every stage. */
export const stationeryRequests: readonly StationeryRequest[] = [
  {
    by: 'Dita',
    days: 44,
    lines: [
      ['Notebook A5, squared', 6],
      ['Fountain pen', 1, 'A fine nib, if there is one'],
    ],
    steps: [
      { verb: 'approve', days: 43 },
      { verb: 'fulfil', days: 41, note: 'On your desk.' },
      { verb: 'close', days: 36 },
    ],
  },
  {
    by: 'Jonas',
    days: 23,
    lines: [['Torch', 8, 'For the rounds at night']],
    steps: [
      { verb: 'approve', days: 22 },
      { verb: 'fulfil', days: 20 },
    ],
  },
  {
    by: 'Grace',
    days: 15,
    lines: [
      ['Labels, address', 20],
      ['Parcel tape, brown', 36],
      ['Permanent marker, black', 24],
    ],
    steps: [
      { verb: 'approve', days: 14 },
      {
        verb: 'fulfil_partly',
        days: 12,
        delivered: [20, 18, 24],
        note: 'The rest of the tape comes with the lorry on Tuesday.',
      },
    ],
  },
  {
    by: 'Clara',
    days: 11,
    lines: [['Desk fan', 4]],
    steps: [{ verb: 'reject', days: 10, note: 'The new blinds come first. Please ask again in June.' }],
  },
  {
    by: 'Emil',
    days: 9,
    lines: [['Laminating pouches A4', 2]],
    steps: [{ verb: 'withdraw', days: 9, isOwn: true }],
  },
  {
    by: 'Mei',
    days: 5,
    lines: [
      ['Copy paper A4 80 g', 10],
      ['Toner, black', 2],
    ],
    steps: [{ verb: 'approve', days: 4, note: 'Ordered, it comes on Thursday.' }],
  },
  {
    by: 'Amina',
    days: 2,
    lines: [
      ['Archive boxes', 3],
      ['Dividers A to Z', 12],
    ],
  },
  {
    by: 'Fatou',
    days: 1,
    lines: [
      ['Name badge holder', 25, 'For the open house on Friday'],
      ['Lanyard', 25],
    ],
  },
  { by: 'Sam', days: 1, lines: [['Sticky notes 76 × 76 mm', 10]] },
]

/** What they wrote to the ISO Center. */
export const messages: readonly Message[] = [
  {
    by: 'Nadia',
    days: 30,
    subject: 'Markings at gate three',
    message:
      'The yellow line at gate three has worn off where the lorries turn. In the rain nobody sees where the walkway ends.',
    steps: [
      { verb: 'approve', days: 29, note: 'The painters come on Monday.' },
      { verb: 'fulfil', days: 25 },
      { verb: 'close', days: 24 },
    ],
  },
  {
    by: 'Viktor',
    days: 8,
    subject: 'Two versions of the packing list',
    message: 'Hall two works with form 14, hall three still with form 12. Which one holds?',
    steps: [{ verb: 'approve', days: 7, note: 'Form 14 holds. Form 12 is being withdrawn.' }],
  },
  {
    by: 'Hana',
    days: 1,
    subject: 'First aid box in the lunch room',
    message: 'The plasters are used up and the burn gel ran out in August. I have put a note on the lid.',
  },
]

/** Whom it draws to other places of the house. `job` is the name of the page. */
export const applications: readonly Application[] = [
  {
    by: 'Dita',
    days: 50,
    job: 'Shift planner, warehouse',
    reason: 'Only for a quarter, until somebody better is found. I know the shifts, I have worked all three.',
    steps: [{ verb: 'reject', days: 48, note: 'Thank you. The board would rather keep you where you are.' }],
  },
  {
    by: 'Rafael',
    days: 26,
    job: 'Shift planner, warehouse',
    reason: 'I have planned the night shift of hall three since March, beside my own work, and people stayed.',
    steps: [
      { verb: 'shortlist', days: 24 },
      { verb: 'accept', days: 19, note: 'Congratulations. You begin on the first.' },
    ],
  },
  {
    by: 'Elif',
    days: 25,
    job: 'Shift planner, warehouse',
    reason: 'Numbers are what I am good at, and so are people before their first coffee.',
    steps: [
      { verb: 'shortlist', days: 24 },
      { verb: 'reject', days: 18, note: 'It was close. Please apply again when hall four opens.' },
    ],
  },
  {
    by: 'Mateo',
    days: 12,
    job: 'Buyer for ropes and chains',
    reason: 'Seven years at the other end of the telephone: I know what our suppliers will say next.',
    steps: [{ verb: 'shortlist', days: 8, note: 'Could you come up on Thursday at ten?' }],
  },
  {
    by: 'Oona',
    days: 3,
    job: 'Apprentice rope maker',
    reason: 'My grandfather made nets. I would like to learn it before nobody can.',
  },
  {
    by: 'Joris',
    days: 6,
    job: 'Apprentice rope maker',
    reason: 'I repair everything at home and would like to be paid for it.',
    steps: [{ verb: 'withdraw', days: 5, isOwn: true }],
  },
  {
    by: 'Lena',
    days: 1,
    job: 'Buyer for ropes and chains',
    reason: 'I have kept the price lists for two years and found three mistakes in our favour, and two that were not.',
  },
]
