import type { Setting } from './configuration.ts'
import { choice, integer, longText, state, text } from '../fields/field.ts'
import { list, object } from '../fields/composite.ts'
import { reference } from '../fields/reference.ts'
import { defineResource, verbOf } from '../resource.ts'
import {
  amountsOf,
  checkDelivered,
  delivered,
  deliveredField,
  deliveries,
  isComplete,
  restOf,
} from '../shapes/deliveries.ts'
import { answering, conversationFields } from '../shapes/conversation.ts'
import { unitLabels } from '../shapes/stationery-units.ts'
import { answeredIn, stageTones } from '../shapes/stages.ts'
import { note, resubmission, senderFields, staffStep, withdrawal } from '../shapes/submission.ts'

const ofStationery = { type: ['stationery'] }
const ofIso = { type: ['iso'] }
const written = { isRequired: true, isFixed: true, isPersonal: true, shownWhen: ofIso }

const fields = {
  type: choice({
    label: 'Type',
    options: ['stationery', 'iso'],
    labels: { stationery: 'Stationery', iso: 'ISO Center' },
    isSupplied: true,
  }),
  ...senderFields,
  lines: list({
    label: 'Lines',
    max: 100,
    isFixed: true,
    shownWhen: ofStationery,
    of: object({
      label: 'Line',
      fields: {
        // The name and the unit as they were when it was sent (W7).
        item: reference({ label: 'Item', to: 'stationery', isRequired: true }),
        name: text({ label: 'Name' }),
        quantity: integer({ label: 'Quantity', min: 1, max: 9_999, isRequired: true }),
        unit: text({ label: 'Unit', max: 20, labels: unitLabels }),
        delivered: deliveredField,
        remarks: text({ label: 'Remarks', isRequired: false, isPersonal: true }),
      },
    }),
  }),
  deliveries,
  subject: text({ label: 'Subject', ...written }),
  message: longText({ label: 'Message', ...written }),
  stage: state({
    label: 'Stage',
    options: ['submitted', 'approved', 'rejected', 'partly_fulfilled', 'fulfilled', 'closed', 'withdrawn'],
    labels: {
      submitted: 'Submitted',
      approved: 'Approved',
      rejected: 'Rejected',
      partly_fulfilled: 'Partly fulfilled',
      fulfilled: 'Fulfilled',
      closed: 'Closed',
      withdrawn: 'Withdrawn',
    },
    tones: stageTones,
  }),
  ...conversationFields,
}

const verb = verbOf(fields)

const approve = verb(
  staffStep({
    on: 'RequestApproved',
    label: 'Approve',
    done: 'The request is approved.',
    from: ['submitted'],
    to: 'approved',
  }),
)

const reject = verb(
  staffStep({
    on: 'RequestRejected',
    label: 'Reject',
    done: 'The request is rejected.',
    from: ['submitted'],
    to: 'rejected',
  }),
)

/** What is delivered of a line with one part; of the lines of the record, as they have their name. */
const delivering = list({
  label: 'Lines',
  max: 100,
  of: object({
    label: 'Line',
    fields: { delivered: integer({ label: 'Delivered now', min: 0, max: 9_999, isRequired: false }) },
  }),
})

const fulfilPartly = verb({
  ...staffStep({
    on: 'RequestPartlyFulfilled',
    label: 'Fulfil in part',
    done: 'The request is fulfilled in part.',
    from: ['approved', 'partly_fulfilled'],
    to: 'partly_fulfilled',
  }),
  input: { lines: delivering, note },
  decide: ({ values }, { lines, ...said }) => {
    // The older calls say nothing of lines.
    if (lines.length > 0) checkDelivered(values.lines, lines)
    // The part that completes it fulfils it: what it brings is all that was left.
    if (isComplete(values.lines, lines)) return [{ type: 'RequestFulfilled', data: said }]
    return [{ type: 'RequestPartlyFulfilled', data: { ...said, lines } }]
  },
  apply: (values, { at, data }) => delivered(values, amountsOf(data.lines), { at, note: data.note }),
})

const fulfil = verb({
  ...staffStep({
    on: 'RequestFulfilled',
    label: 'Fulfil',
    done: 'The request is fulfilled.',
    from: ['approved', 'partly_fulfilled'],
    to: 'fulfilled',
  }),
  apply: (values, { at, data }) => delivered(values, restOf(values.lines), { at, note: data.note }),
})

const close = verb(
  staffStep({
    on: 'RequestClosed',
    label: 'Close',
    done: 'The request is closed.',
    from: ['fulfilled', 'partly_fulfilled', 'rejected'],
    to: 'closed',
  }),
)

const withdraw = verb(withdrawal({ on: 'RequestWithdrawn', done: 'The request is withdrawn.', from: ['submitted'] }))
const answer = verb(answering({ on: 'RequestAnswered', from: answeredIn.request }))
const resubmit = resubmission({ on: 'RequestResubmitted', done: 'The request is sent as before.' })

/** What employees send: requests for stationery, and messages to the ISO Center (W11). */
export const request = defineResource({
  name: 'request',
  label: 'Request',
  plural: 'requests',
  area: 'request',
  menu: 'Inbox',
  inbox: {
    number: 'REQ',
    about: ['lines', 'subject'],
    lists: [
      {
        path: 'requests',
        title: 'Stationery Requests',
        where: { type: 'stationery' },
        receivers: 'email_stationary' satisfies Setting,
      },
      { path: 'messages', title: 'ISO messages', where: { type: 'iso' }, receivers: 'email_iso' satisfies Setting },
    ],
  },
  recordLabel: [],
  author: 'author',
  fields,
  list: {
    columns: ['label', 'created_at', 'author', 'departement', 'division', 'stage'],
    carries: ['type', 'lines', 'subject', 'message'],
    search: ['label', 'employee_name', 'subject'],
    filters: ['type', 'stage', 'author', 'departement', 'division', 'created_at', 'unread'],
    sort: '-id',
  },
  routes: 'own',
  events: { create: 'RequestSubmitted', revert: 'RequestReverted' },
  verbs: { approve, reject, fulfil_partly: fulfilPartly, fulfil, close, withdraw, resubmit, answer },
})
