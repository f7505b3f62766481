import { randomUUID } from 'node:crypto'
import type { Actor, JsonObject } from '../../../domain/event.ts'
import { linked } from '../../../event-store/chain.ts'
import type { Log } from '../../../event-store/log.ts'

/** Appends past the schemas, as a fault in an older program would have written it; answers the position. */
export const appendRaw = async (
  log: Pick<Log, 'store'>,
  stream: string,
  type: string,
  data: JsonObject,
  actor: Actor = { type: 'system', id: 'test' },
): Promise<bigint> => {
  const last = (await log.store.read(stream)).at(-1)
  const previous = last?.meta.chain.hash ?? ''
  const commandId = randomUUID()
  const at = '2026-11-02T09:00:00.000Z'
  const meta = { version: 1, at, actor, correlationId: commandId, causationId: commandId, commandId }
  const revision = last ? last.revision + 1 : 0
  const event = { id: randomUUID(), type, data, personal: null, meta }
  const { position } = await log.store.append(stream, last ? last.revision : 'none', [
    linked(stream, revision, event, previous),
  ])
  return position
}
