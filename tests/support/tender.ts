import { html, integer, longText, state, text } from '../../domain/fields/field.ts'
import { money } from '../../domain/fields/decimal.ts'
import { secret } from '../../domain/fields/secret.ts'
import { emails, link } from '../../domain/fields/address.ts'
import { list, object, tree } from '../../domain/fields/composite.ts'
import { attachment, picture, reference, references } from '../../domain/fields/reference.ts'
import { date, moment } from '../../domain/fields/time.ts'
import { choice } from '../../domain/fields/field.ts'
import { Rejected } from '../../domain/rejected.ts'
import { defineResource, verbOf } from '../../domain/resource.ts'

const fields = {
  name: text({ label: 'Name' }),
  number: integer({ label: 'Order number', isRequired: true }),
  type: choice({ label: 'Type', options: ['goods', 'works'], isFixed: true }),
  stage: state({
    label: 'Stage',
    options: ['draft', 'open', 'closed'],
    labels: { draft: 'Draft', open: 'Open', closed: 'Closed' },
  }),
  content: html({ label: 'Text', shownWhen: { type: ['works'] }, isRequired: true }),
  pictures: list({
    label: 'Pictures',
    max: 20,
    shownWhen: { type: ['goods'] },
    of: object({
      label: 'Picture',
      fields: {
        thumbnail: picture({ label: 'Picture', isRequired: true }),
        caption: text({ label: 'Caption', isRequired: false }),
      },
    }),
  }),
  chapters: tree({
    label: 'Chapters',
    max: 30,
    fields: { title: text({ label: 'Title' }), url: link({ label: 'Link', isRequired: false }) },
  }),
  contact: object({
    label: 'Contact',
    fields: { name: text({ label: 'Contact name', isRequired: false }), since: date({ label: 'Since' }) },
  }),
  receivers: emails({ label: 'Receivers' }),
  categories: references({
    label: 'Categories',
    to: 'category',
    max: 5,
    inverse: { name: 'tenders', label: 'Tenders' },
  }),
  follows: reference({ label: 'Follows', to: 'tender', isAcyclic: true }),
  terms: attachment({ label: 'Terms' }),
  budget: money({ label: 'Budget' }),
  token: secret({ label: 'Access token' }),
  author: reference({ label: 'Author', to: 'employee', isSupplied: true }),
  active_from: moment({ label: 'Active from' }),
  active_until: moment({ label: 'Active until' }),
  awarded: integer({ label: 'Awarded', isDerived: true }),
}

const note = { note: longText({ label: 'Note', isRequired: true }) }

const verb = verbOf(fields)

const open = verb({
  on: 'TenderOpened',
  action: 'u',
  label: 'Open',
  done: 'The tender is open.',
  input: note,
  from: ['draft'],
  to: 'open',
})
const close = verb({
  on: 'TenderClosed',
  action: 'u',
  label: 'Close',
  done: 'The tender is closed.',
  input: note,
  from: ['open'],
  to: 'closed',
})

const award = verb({
  on: 'TenderAwarded',
  action: 'u',
  label: 'Award',
  done: 'The tender is awarded.',
  input: { amount: integer({ label: 'Amount', isRequired: true, min: 1 }), supplier: text({ label: 'Supplier' }) },
  from: ['closed'],
  decide: ({ values }, input) => {
    if (values.awarded !== null) throw new Rejected('The tender is awarded already.')
    return [{ type: 'TenderAwarded', data: input }]
  },
  apply: (_values, { data }) => ({ awarded: data.amount }),
})

/** A resource that uses every shape of the engine; the second worked example of CONTRIBUTING.md. */
export const tender = defineResource({
  name: 'tender',
  label: 'Tender',
  plural: 'tenders',
  area: 'tender',
  recordLabel: ['name'],
  isDuplicable: true,
  slug: 'name',
  fields,
  order: 'number',
  activeBetween: ['active_from', 'active_until'],
  author: 'author',
  // A tender is employees' business once it is open, and then stays as it is.
  portal: {
    title: 'Tenders',
    list: ['name', 'type', 'stage', 'budget'],
    detail: ['follows', 'content', 'pictures', 'contact', 'receivers', 'categories', 'terms', 'active_until'],
    where: { stage: ['open', 'closed'] },
    filters: ['type'],
  },
  editableIn: ['draft', 'open'],
  sheets: { columns: { name: {}, number: {}, stage: {}, budget: {}, categories: {} } },
  list: {
    columns: ['id', 'name', 'number', 'type', 'stage', 'status'],
    search: ['name'],
    bulk: ['follows'],
    filters: ['type', 'stage', 'categories', 'budget', 'active_from'],
    sort: 'number',
    sortable: ['name', 'number', 'stage'],
  },
  events: {
    create: 'TenderCreated',
    edit: 'TenderEdited',
    activate: 'TenderActivated',
    deactivate: 'TenderDeactivated',
    delete: 'TenderDeleted',
    restore: 'TenderRestored',
    revert: 'TenderReverted',
  },
  verbs: { open, close, award },
})
