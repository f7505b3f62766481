import type { Json, JsonObject } from '../event.ts'
import { choice, integer, longText, state, text } from '../fields/field.ts'
import { list, object } from '../fields/composite.ts'
import { isJsonObject, textOf } from '../json.ts'
import { reference } from '../fields/reference.ts'
import { Rejected } from '../rejected.ts'
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

const delivered = integer({ label: 'Delivered', min: 0, max: 9_999, isRequired: false })

const linesOf = (lines: Json | undefined): JsonObject[] => (Array.isArray(lines) ? lines.filter(isJsonObject) : [])

// A line of a declaration that knows nothing of deliveries stays as it is.
const got = (line: JsonObject, delivered: Json): JsonObject =>
  Object.hasOwn(line, 'delivered') ? { ...line, delivered } : line

/** The lines with what was delivered of each so far; a line that nothing is said of stays as it was. */
const withDelivered = (lines: Json | undefined, said: Json | undefined): Json[] => {
  const amounts = new Map(linesOf(said).map((line) => [line.id, line.delivered]))
  return linesOf(lines).map((line) => got(line, amounts.get(line.id) ?? line.delivered ?? null))
}

const isWhole = (line: JsonObject) => line.delivered === line.quantity

/** @throws Rejected when a line has got more than was asked for, nothing was delivered, or everything was */
const checkDelivered = (asked: Json | undefined, said: Json | undefined) => {
  const known = new Map(linesOf(asked).map((line) => [line.id, line]))
  for (const { id, delivered: amount } of linesOf(said)) {
    const line = known.get(id)
    if (!line)
      throw new Rejected('{label} holds an entry that is not there any more', 'validation', {
        values: { label: 'Lines' },
      })
    if (Number(amount) > Number(line.quantity))
      throw new Rejected('Of {item}, {quantity} {unit} were asked for.', 'rule', {
        values: { item: textOf(line.name), quantity: Number(line.quantity), unit: textOf(line.unit) },
      })
  }
  const after = linesOf(withDelivered(asked, said))
  if (after.length > 0 && after.every((line) => !line.delivered))
    throw new Rejected('Say what was delivered of at least one line.')
  if (after.length > 0 && after.every(isWhole)) throw new Rejected('Everything was delivered: choose “Fulfil” instead.')
}

const fulfilPartly = staffStep({
  on: 'RequestPartlyFulfilled',
  label: 'Fulfil in part',
  done: 'The request is fulfilled in part.',
  from: ['approved'],
  to: 'partly_fulfilled',
  input: {
    lines: list({
      label: 'Lines',
      max: 100,
      isGiven: true,
      of: object({ label: 'Line', fields: { delivered } }),
    }),
  },
  decide: ({ values }, input) => {
    // The older calls say nothing of lines.
    if (linesOf(input.lines).length > 0) checkDelivered(values.lines, input.lines)
    return [{ type: 'RequestPartlyFulfilled', data: input }]
  },
  apply: (values, { data }) => ({ ...values, lines: withDelivered(values.lines, data.lines) }),
})

const fulfil = staffStep({
  on: 'RequestFulfilled',
  label: 'Fulfil',
  done: 'The request is fulfilled.',
  from: ['approved', 'partly_fulfilled'],
  to: 'fulfilled',
  apply: (values) => ({
    ...values,
    lines: linesOf(values.lines).map((line) => got(line, line.quantity ?? null)),
  }),
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
  menu: 'Inbox',
  inbox: {
    number: 'REQ',
    lists: [
      {
        path: 'requests',
        title: 'Stationery Requests',
        where: { type: 'stationery' },
        receivers: 'email_stationary',
      },
      { path: 'messages', title: 'ISO messages', where: { type: 'iso' }, receivers: 'email_iso' },
    ],
  },
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
          delivered,
          remarks: text({ label: 'Remarks', isRequired: false, isPersonal: true }),
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
    columns: ['label', 'created_at', 'author', 'departement', 'division', 'stage'],
    carries: ['type', 'lines', 'subject', 'message'],
    search: ['label', 'employee_name', 'subject'],
    filters: ['type', 'stage', 'author', 'departement', 'division', 'created_at', 'unread'],
    sort: '-id',
  },
  routes: 'own',
  events: { create: 'RequestSubmitted' },
  verbs: { approve, reject, fulfil_partly: fulfilPartly, fulfil, close, withdraw },
})
