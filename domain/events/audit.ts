import * as z from 'zod/mini'
import { type EventTypes, type JsonObject, plainEvent } from '../event.ts'
import { personTypes } from '../person.ts'
import { listViewEvents, listViewFacts } from './list-views.ts'
import { previewLinkEvents, previewLinkFacts } from './preview-links.ts'
import { scheduleEvents, scheduleFacts } from './schedule.ts'

const person = { personType: z.enum(personTypes), personId: z.number() }
const many = { resource: z.string(), count: z.number() }

/** What was done that changes no record, each in a stream of its own, `audit-<uuid>`: who took much away at once, or somebody's data. */
export const auditEvents = {
  RecordsExported: plainEvent(many),
  RecordsImported: plainEvent({ ...many, mode: z.string() }),
  PersonExported: plainEvent(person),
  PersonErased: plainEvent(person),
  EvidenceExported: plainEvent({
    kind: z.string(),
    /** What was asked for, as JSON (domain/events/evidence.ts). */
    asked: z.string(),
    events: z.number(),
    resource: z.optional(z.string()),
    record: z.optional(z.number()),
  }),
  MailsResent: plainEvent(many),
  DeadLettersReplayed: plainEvent({ ...many, left: z.number() }),
  RebuildOrdered: plainEvent({ resource: z.string() }),
  MailServerApproved: plainEvent({ resource: z.string(), host: z.string(), port: z.number(), sender: z.string() }),
  ...scheduleEvents,
  ...previewLinkEvents,
  ...listViewEvents,
} satisfies EventTypes

export type AuditEvent = keyof typeof auditEvents

export const auditCategory = 'audit'

export const personErased = 'PersonErased' satisfies AuditEvent

type AuditFact = { action: string; says: string }

/** The action of each in the trail (L2), and what it says. */
export const auditFacts: Readonly<Record<string, AuditFact>> = {
  RecordsExported: { action: 'Export', says: '{plural}: {count} exported' },
  RecordsImported: { action: 'Import', says: '{plural}: {count} imported from a spreadsheet' },
  PersonExported: { action: 'Export', says: '{plural}: everything held about the person exported' },
  PersonErased: { action: 'Delete', says: '{plural}: the person was erased' },
  EvidenceExported: { action: 'Export', says: 'Evidence package of {events} events exported' },
  MailsResent: { action: 'Update', says: 'Mails that were not delivered: {count} sent again' },
  DeadLettersReplayed: { action: 'Update', says: 'What was set aside: read again' },
  RebuildOrdered: { action: 'Update', says: 'Read models: ordered to be built anew' },
  MailServerApproved: {
    action: 'Approve',
    says: 'Mail server of the configuration: {host} approved for codes and links',
  },
  ...scheduleFacts,
  ...previewLinkFacts,
  ...listViewFacts,
} satisfies Record<AuditEvent, AuditFact>

const places = /\{(\w+)\}/g

/** What the sentence of an event says besides the names of records, as JSON; null where it says no more. */
export const toldIn = (type: string, data: JsonObject): string | null => {
  const told = [...(auditFacts[type]?.says ?? '').matchAll(places)].flatMap(([, name = '']) => {
    const value = data[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  return told.length === 0 ? null : JSON.stringify(Object.fromEntries(told))
}
