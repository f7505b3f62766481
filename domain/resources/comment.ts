import { integer, longText, state, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { moment } from '../fields/time.ts'
import { isEmployee } from '../person.ts'
import { accessDenied, Rejected } from '../rejected.ts'
import { longestComment } from '../shapes/comments.ts'
import { type Context, defineResource, verbOf } from '../resource.ts'

const words = { label: 'Comment', isRequired: true, isPersonal: true, max: longestComment }
const supplied = { isSupplied: true, isFixed: true }

const fields = {
  post: reference({ label: 'Post', to: 'post', ...supplied, isRequired: true }),
  post_name: text({ label: 'Name of the post', ...supplied, isRequired: false }),
  author: reference({ label: 'Employee', to: 'employee', ...supplied }),
  /** The comment that it answers; of one that answers none it is null. */
  answer_to: integer({ label: 'Answer to', ...supplied }),
  text: longText({ ...words, isFixed: true }),
  edited_at: moment({ label: 'Edited', isDerived: true, isSupplied: true }),
  reason: text({ label: 'Reason', isRequired: false, isPersonal: true, isDerived: true }),
  stage: state({
    label: 'Stage',
    options: ['shown', 'hidden', 'taken_back'],
    labels: { shown: 'Visible', hidden: 'Hidden', taken_back: 'Taken back' },
  }),
}

const verb = verbOf(fields)

/** @throws Rejected forbidden for staff: nobody changes what another has said */
const checkEmployee = ({ actor }: Context) => {
  if (!isEmployee(actor)) throw new Rejected(accessDenied, 'forbidden')
}

const reword = verb({
  on: 'CommentReworded',
  action: 'u',
  label: 'Edit',
  done: 'Your comment is changed.',
  isForAuthor: true,
  from: ['shown'],
  input: { text: longText(words) },
  decide: ({ values }, said, context) => {
    checkEmployee(context)
    return values.text === said.text ? [] : [{ type: 'CommentReworded', data: said }]
  },
  apply: (_values, { data, at }) => ({ text: data.text, edited_at: at }),
})

const takeBack = verb({
  on: 'CommentTakenBack',
  action: 'u',
  label: 'Take back',
  done: 'Your comment is taken back.',
  isForAuthor: true,
  from: ['shown'],
  to: 'taken_back',
  decide: (_state, _said, context) => {
    checkEmployee(context)
    return [{ type: 'CommentTakenBack', data: {} }]
  },
  // What was taken back stands in no list any more.
  apply: () => ({ text: '' }),
})

const sayAgain = verb({
  on: 'CommentSaidAgain',
  action: 'u',
  label: 'Say again',
  done: 'Your comment is there again.',
  isForAuthor: true,
  from: ['taken_back'],
  to: 'shown',
  input: { text: longText(words) },
  decide: (_state, said, context) => {
    checkEmployee(context)
    return [{ type: 'CommentSaidAgain', data: said }]
  },
  apply: (_values, { data }) => ({ text: data.text }),
})

const hide = verb({
  on: 'CommentHidden',
  action: 'u',
  label: 'Hide',
  done: 'The comment is hidden. Who wrote it sees why.',
  from: ['shown'],
  to: 'hidden',
  input: { reason: text({ label: 'Reason', isPersonal: true }) },
  apply: (_values, { data }) => ({ reason: data.reason }),
})

const show = verb({
  on: 'CommentShownAgain',
  action: 'u',
  label: 'Show again',
  done: 'The comment is shown again.',
  from: ['hidden'],
  to: 'shown',
  apply: () => ({ reason: '' }),
})

/** What an employee says below a post, or to what another said there (docs/decisions/content/0194). It holds up nobody who deletes either. */
export const comment = defineResource({
  name: 'comment',
  label: 'Comment',
  plural: 'comments',
  area: 'comment',
  menu: null,
  recordLabel: ['post_name'],
  author: 'author',
  holdsUp: false,
  fields,
  list: {
    columns: ['text', 'author', 'post', 'created_at', 'stage'],
    carries: ['reason', 'edited_at', 'answer_to'],
    search: ['post_name', 'text'],
    filters: ['stage', 'post', 'author', 'created_at'],
    sort: '-id',
  },
  routes: 'own',
  events: { create: 'CommentWritten', revert: 'CommentReverted' },
  verbs: { reword, take_back: takeBack, say_again: sayAgain, hide, show },
})
