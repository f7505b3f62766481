import { randomUUID } from 'node:crypto'
import { auditCategory, type AuditEvent } from '../domain/events/audit.ts'
import { type Actor, type DecidedEvent, type JsonObject, streamOf } from '../domain/event.ts'
import type { Log } from '../event-store/log.ts'

export type Audit = (
  event: DecidedEvent<JsonObject, AuditEvent>,
  by: { actor: Actor; correlationId: string; id?: string },
) => Promise<bigint>

/** Writes down what changes no record (domain/events/audit.ts). The same `id` is written once. */
export const auditWith =
  ({ log, now }: { log: Log; now: () => Date }): Audit =>
  async (event, { actor, correlationId, id = randomUUID() }) => {
    const head = { stream: streamOf(auditCategory, id), expected: 'none' as const, lastHash: '' }
    const origin = { commandId: id, now: now().toISOString(), actor, correlationId }
    return (await log.append(head, [event], origin)).position
  }
