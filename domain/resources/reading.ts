import { integer, state, text } from '../fields/field.ts'
import { references } from '../fields/reference.ts'
import { date } from '../fields/time.ts'
import { defineResource, verbOf } from '../resource.ts'

/** What staff say of it: until when, and of whom it is asked; of everybody when neither names any. */
export const readingTerms = {
  last_day: date({ label: 'Until', hint: 'The last day on which it is asked. Empty: without an end.' }),
  divisions: references({ label: 'Divisions', to: 'division', hint: 'Empty in both: everybody is asked.' }),
  departements: references({ label: 'Departments', to: 'departement' }),
}

const fields = {
  post_name: text({ label: 'Post', isSupplied: true, isRequired: false }),
  ...readingTerms,
  stage: state({ label: 'Stage', options: ['asked', 'ended'], labels: { asked: 'Asked', ended: 'Ended' } }),
  // Who asks again begins a new round, of which nobody has a receipt.
  round: integer({ label: 'Round', isRequired: true, initial: 1, isDerived: true }),
}

const verb = verbOf(fields)

const askAgain = verb({
  on: 'ReadingAskedAgain',
  action: 'u',
  label: 'Ask again',
  done: 'Everybody is asked to read this post again.',
  from: ['asked'],
  apply: ({ round }) => ({ round: round + 1 }),
})

const end = verb({
  on: 'ReadingEnded',
  action: 'u',
  label: 'Ask nobody any more',
  done: 'Nobody is asked to read this post any more.',
  from: ['asked'],
  to: 'ended',
})

const resume = verb({
  on: 'ReadingResumed',
  action: 'u',
  label: 'Ask employees to read it',
  done: 'Employees are asked to read this post.',
  from: ['ended'],
  to: 'asked',
})

/** That a post has to be read, with a receipt (docs/decisions/content/0193). It has the id of the post. */
export const reading = defineResource({
  name: 'reading',
  label: 'Required reading',
  plural: 'required readings',
  area: 'post',
  menu: null,
  recordLabel: ['post_name'],
  fields,
  list: { columns: ['id', 'post_name', 'last_day', 'stage'], search: ['post_name'], sort: '-id' },
  routes: 'own',
  events: {
    create: 'ReadingRequired',
    edit: 'ReadingEdited',
    revert: 'ReadingReverted',
  },
  verbs: { ask_again: askAgain, end, resume },
})
