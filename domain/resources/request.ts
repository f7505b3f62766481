import { choice, integer, longText, state, text } from '../fields/field.ts'
import { list, object } from '../fields/composite.ts'
import { reference } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'
import { senderFields, staffStep, withdrawal } from './submission.ts'

const approve = staffStep({
  on: 'RequestApproved',
  label: 'Approve',
  done: 'The request is approved.',
  from: ['submitted'],
  to: 'approved',
})

const reject = staffStep({
  on: 'RequestRejected',
  label: 'Reject',
  done: 'The request is rejected.',
  from: ['submitted'],
  to: 'rejected',
})

const fulfilPartly = staffStep({
  on: 'RequestPartlyFulfilled',
  label: 'Fulfil in part',
  done: 'The request is fulfilled in part.',
  from: ['approved'],
  to: 'partly_fulfilled',
})

const fulfil = staffStep({
  on: 'RequestFulfilled',
  label: 'Fulfil',
  done: 'The request is fulfilled.',
  from: ['approved', 'partly_fulfilled'],
  to: 'fulfilled',
})

const close = staffStep({
  on: 'RequestClosed',
  label: 'Close',
  done: 'The request is closed.',
  from: ['fulfilled', 'partly_fulfilled', 'rejected'],
  to: 'closed',
})

const withdraw = withdrawal({ on: 'RequestWithdrawn', done: 'The request is withdrawn.', from: ['submitted'] })

const ofStationery = { type: ['stationery'] }
const ofIso = { type: ['iso'] }
const written = { isRequired: true, isFixed: true, isPersonal: true, shownWhen: ofIso }

/** What employees send: requests for stationery, and messages to the ISO Center (spec/decisions W11). */
export const request = defineResource({
  name: 'request',
  label: 'Request',
  plural: 'requests',
  area: 'request',
  menu: null,
  recordLabel: [],
  author: 'author',
  fields: {
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
          // The name and the unit as they were when it was sent (spec/decisions W7).
          item: reference({ label: 'Item', to: 'stationery', isRequired: true }),
          name: text({ label: 'Name' }),
          quantity: integer({ label: 'Quantity', min: 1, max: 9_999, isRequired: true }),
          unit: text({ label: 'Unit', max: 20 }),
          remarks: text({ label: 'Remarks', isRequired: false }),
        },
      }),
    }),
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
    }),
  },
  list: {
    columns: ['id', 'author', 'departement', 'division', 'stage'],
    carries: ['type', 'lines', 'subject', 'message'],
    search: ['employee_name', 'subject'],
    filters: ['type', 'author', 'stage'],
    sort: '-id',
  },
  routes: 'own',
  events: { create: 'RequestSubmitted' },
  verbs: { approve, reject, fulfil_partly: fulfilPartly, fulfil, close, withdraw },
})
