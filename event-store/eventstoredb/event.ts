import type { EventData } from '@eventstore/db-client'
import { jsonEvent } from '@eventstore/db-client'
import type { EventMeta, JsonObject, NewEvent, RecordedEvent, Sealed } from '../port.ts'

/** A position of EventStoreDB's log. */
export type LogPosition = { commit: bigint; prepare: bigint }

/** An event as the client gives it, whichever of its types it came in. */
export type ClientEvent = {
  id: string
  streamId: string
  revision: bigint
  type: string
  isJson: boolean
  data: unknown
  metadata?: unknown
  created: Date
  position?: LogPosition | undefined
}

/** What stands in EventStoreDB's metadata. The two names with $ are its own; its stream browser follows them. */
type Metadata = { meta: EventMeta; personal: Sealed | null; $correlationId: string; $causationId: string }

/** The event as the client takes it. */
export function toClientEvent({ id, type, data, personal, meta }: NewEvent): EventData {
  const metadata: Metadata = { meta, personal, $correlationId: meta.correlationId, $causationId: meta.causationId }
  return jsonEvent({ id, type, data, metadata })
}

/** Whether the event was written by this adapter: not the server's own, and with our metadata. */
export function isOurs(
  event: ClientEvent | undefined,
): event is ClientEvent & { data: JsonObject; metadata: Metadata } {
  if (!event?.isJson || event.type.startsWith('$') || event.streamId.startsWith('$')) return false
  const { data, metadata } = event
  return isObject(data) && isObject(metadata) && 'personal' in metadata && isObject(metadata.meta)
}

/** The event as the port gives it. Call only with an event that isOurs. */
export function recorded(event: ClientEvent & { data: JsonObject; metadata: Metadata }): RecordedEvent {
  const { id, type, streamId, data, metadata, created } = event
  const position = toPosition(event.position)
  const { meta, personal } = metadata
  return {
    stream: streamId,
    revision: Number(event.revision),
    position,
    id,
    type,
    data,
    personal,
    meta,
    recordedAt: created.toISOString(),
  }
}

/**
 * The port's position: the commit position. Seen on 23.10: every event has a position of its own, also within one append,
 * and commit equals prepare; they differ only in the explicit transactions of the old TCP protocol, which nobody here writes.
 * So one number stands for both, and turning it back is exact. An event for which that is not true is refused, not guessed.
 */
export function toPosition(position: LogPosition | undefined): bigint {
  if (!position || position.commit !== position.prepare) {
    throw new TypeError(`an event at commit ${position?.commit}, prepare ${position?.prepare} has no single position`)
  }
  return position.commit
}

/** EventStoreDB's position for one of ours. */
export function fromPosition(position: bigint): LogPosition | 'start' {
  return position === 0n ? 'start' : { commit: position, prepare: position }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
