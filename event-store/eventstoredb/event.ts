import type { EventData } from '@eventstore/db-client'
import { jsonEvent } from '@eventstore/db-client'
import type { JsonObject } from '../../domain/event.ts'
import { isObject } from '../../domain/json.ts'
import type { EventMeta, NewEvent, RecordedEvent, Sealed } from '../port.ts'

export type LogPosition = { commit: bigint; prepare: bigint }

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

/** What an event that came from another store was there. */
type Moved = { position: string; recordedAt: string }

/** What stands in EventStoreDB's metadata. The two names with $ are its own; its stream browser follows them. */
type Metadata = {
  meta: EventMeta
  personal: Sealed | null
  $correlationId: string
  $causationId: string
  moved?: Moved
}

const metadataOf = ({ personal, meta }: NewEvent): Metadata => ({
  meta,
  personal,
  $correlationId: meta.correlationId,
  $causationId: meta.causationId,
})

/** An event as the client of EventStoreDB takes it. */
export const toClientEvent = (event: NewEvent): EventData => {
  const { id, type, data } = event
  return jsonEvent({ id, type, data, metadata: metadataOf(event) })
}

/** The same for an event of another store, which keeps its position and its moment (docs/decisions/log/0171). */
export const toMovedEvent = (event: RecordedEvent): EventData => {
  const { id, type, data, position, recordedAt } = event
  return jsonEvent({
    id,
    type,
    data,
    metadata: { ...metadataOf(event), moved: { position: `${position}`, recordedAt } },
  })
}

const isMoved = (moved: unknown): boolean =>
  isObject(moved) && /^\d{1,18}$/.test(String(moved.position)) && typeof moved.recordedAt === 'string'

/** Whether the event was written by this adapter: not the server's own, and with our metadata. */
export const isOurs = (
  event: ClientEvent | undefined,
): event is ClientEvent & { data: JsonObject; metadata: Metadata } => {
  if (!event?.isJson || event.type.startsWith('$') || event.streamId.startsWith('$')) return false
  const { data, metadata } = event
  if (!isObject(data) || !isObject(metadata) || !('personal' in metadata) || !isObject(metadata.meta)) return false
  return metadata.moved === undefined || isMoved(metadata.moved)
}

/** An event of the client as the port's. */
export const recorded = (event: ClientEvent & { data: JsonObject; metadata: Metadata }): RecordedEvent => {
  const { id, type, streamId, data, metadata, created } = event
  const commit = toPosition(event.position)
  const { meta, personal, moved } = metadata
  return {
    stream: streamId,
    revision: Number(event.revision),
    position: moved ? BigInt(moved.position) : commit,
    id,
    type,
    data,
    personal,
    meta,
    recordedAt: moved?.recordedAt ?? created.toISOString(),
  }
}

/** The commit position: each event has its own and prepare equals it (seen on 23.10), so one number stands for both; others are refused. */
export const toPosition = (position: LogPosition | undefined): bigint => {
  if (!position || position.commit !== position.prepare) {
    throw new TypeError(`an event at commit ${position?.commit}, prepare ${position?.prepare} has no single position`)
  }
  return position.commit
}

/** A position of the port as the client's commit and prepare. */
export const fromPosition = (position: bigint): LogPosition | 'start' =>
  position === 0n ? 'start' : { commit: position, prepare: position }
