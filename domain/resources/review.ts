import { flag, integer, longText, state, text, written } from '../fields/field.ts'
import { defineResource, verbOf } from '../resource.ts'

const supplied = { isSupplied: true, isFixed: true }

/** What is proposed: a verb, and as JSON what it sends and the version of the record that its author saw (domain/review/entry.ts). */
export const proposed = {
  verb: text({ label: 'What is done', max: 60 }),
  sent: written({ label: 'What is sent' }),
}

const told = { isSupplied: true }

const fields = {
  /** The stream of the record (`post-42`) while somebody waits for it, so that there is one proposal of each. */
  waits: text({ label: 'Waits', isInternal: true, ...told, isRequired: false }),
  kind: text({ label: 'Kind', ...supplied, max: 60 }),
  record: integer({ label: 'ID', ...supplied, isRequired: true }),
  record_name: text({ label: 'Name', ...supplied, isRequired: false }),
  /** Whose it is: `user-7`. */
  author: text({ label: 'Author', ...supplied, max: 60 }),
  /** What events of the record that it leads to name as their cause. */
  cause: text({ label: 'Cause', isInternal: true, ...supplied, max: 60 }),
  verb: { ...proposed.verb, ...told },
  sent: { ...proposed.sent, ...told },
  stage: state({
    label: 'Stage',
    options: ['waiting', 'published', 'sent_back', 'withdrawn'],
    labels: {
      waiting: 'Waits for review',
      published: 'Was published',
      sent_back: 'Returned',
      withdrawn: 'Withdrawn',
    },
  }),
}

const verb = verbOf(fields)

const nobodyWaits = () => ({ waits: '' })

const change = verb({
  on: 'ReviewAskedAgain',
  action: 'u',
  label: 'Ask again',
  done: 'The review is asked for.',
  from: ['waiting', 'sent_back'],
  to: 'waiting',
  input: proposed,
  apply: ({ kind, record }, { data }) => ({ ...data, waits: `${kind}-${record}` }),
})

const publish = verb({
  on: 'ReviewPublished',
  action: 'u',
  label: 'Publish',
  done: 'It is published.',
  from: ['waiting'],
  to: 'published',
  apply: nobodyWaits,
})

const sendBack = verb({
  on: 'ReviewSentBack',
  action: 'u',
  label: 'Return to its author',
  done: 'It is returned to its author.',
  from: ['waiting'],
  to: 'sent_back',
  // The comment that says why.
  input: { remark: integer({ label: 'Comment', isRequired: true, initial: 0 }) },
  apply: nobodyWaits,
})

const withdraw = verb({
  on: 'ReviewWithdrawn',
  action: 'u',
  label: 'Withdraw',
  done: 'The request for a review is withdrawn.',
  from: ['waiting', 'sent_back'],
  to: 'withdrawn',
  apply: nobodyWaits,
})

const resume = verb({
  on: 'ReviewResumed',
  action: 'u',
  label: 'Take the withdrawal back',
  done: 'The request for a review is there again.',
  from: ['withdrawn'],
  // Whether it waited, or had come back to its author.
  input: { waited: flag({ label: 'Waits for review' }) },
  apply: ({ kind, record }, { data }) =>
    data.waited ? { stage: 'waiting', waits: `${kind}-${record}` } : { stage: 'sent_back', waits: '' },
})

/**
 * A change of what is published that waits for whoever may publish (docs/decisions/content/0200): what a scheduled command is, with a
 * person in the place of the moment.
 */
export const review = defineResource({
  name: 'review',
  label: 'Review',
  plural: 'reviews',
  area: null,
  menu: null,
  recordLabel: ['record_name'],
  fields,
  unique: ['waits'],
  list: { columns: ['id', 'record_name', 'stage'], search: ['record_name'], sort: '-id' },
  routes: 'own',
  events: { create: 'ReviewAsked', revert: 'ReviewReverted' },
  verbs: { change, publish, send_back: sendBack, withdraw, resume },
})

/** What is said of a passage, which its own words find again when the text around them has changed. */
export const saidOf = {
  words: longText({ label: 'Comment', isRequired: true, isPersonal: true }),
  /** The field in which the passage stands, and its words; empty for what is said of all of it. */
  field: text({ label: 'Field', max: 60, isRequired: false }),
  quote: text({ label: 'Passage', max: 1_000, isRequired: false }),
  /** The comment that it answers. */
  answers: integer({ label: 'Answer to' }),
}

const remarkFields = {
  review: integer({ label: 'Review', ...supplied, isRequired: true }),
  /** What the record was called that the review is about. */
  record_name: text({ label: 'Name', ...supplied, isRequired: false }),
  author: text({ label: 'Author', ...supplied, max: 60 }),
  ...saidOf,
  stage: state({
    label: 'Stage',
    options: ['unsettled', 'settled'],
    labels: { unsettled: 'Not done', settled: 'Done' },
  }),
}

const remarkVerb = verbOf(remarkFields)

const settle = remarkVerb({
  on: 'RemarkSettled',
  action: 'u',
  label: 'Done',
  done: 'The comment is done.',
  from: ['unsettled'],
  to: 'settled',
})

const reopen = remarkVerb({
  on: 'RemarkReopened',
  action: 'u',
  label: 'Not done',
  done: 'The comment is not done.',
  from: ['settled'],
  to: 'unsettled',
})

/** A comment on what waits for review. Its words are sealed under the key of whoever wrote it. */
export const remark = defineResource({
  name: 'remark',
  label: 'Comment on a review',
  plural: 'comments on reviews',
  area: null,
  menu: null,
  recordLabel: ['record_name'],
  owner: 'author',
  fields: remarkFields,
  list: { columns: ['id', 'record_name', 'stage'], search: ['record_name'], sort: '-id' },
  routes: 'own',
  events: { create: 'RemarkMade', revert: 'RemarkReverted' },
  verbs: { settle, reopen },
})
