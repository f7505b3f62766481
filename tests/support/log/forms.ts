import { formerHash, linked } from '../../../event-store/chain.ts'
import type { Chain, EventStore, RecordedEvent } from '../../../event-store/port.ts'

/** Of which form the links of a log are: of before there were forms, one event of each in turn, or of today. */
export const logForms = ['of before', 'mixed', 'of today'] as const
export type LogForm = (typeof logForms)[number]

/** Which events have a link of before. */
export const isFormerIn: Readonly<Record<LogForm, (event: Pick<RecordedEvent, 'position'>) => boolean>> = {
  'of before': () => true,
  mixed: ({ position }) => position % 2n === 0n,
  'of today': () => false,
}

/** The link that an event would have been appended with, today or before there were forms. */
export const chainOf = (event: RecordedEvent, prev: string, isFormer: boolean): Chain => {
  const { chain: _, ...meta } = event.meta
  const { stream, revision, id, type, data, personal } = event
  const fresh = { id, type, data, personal, meta }
  return isFormer
    ? { hash: formerHash(stream, revision, fresh, prev), prev }
    : linked(stream, revision, fresh, prev).meta.chain
}

const asItIs = ({ meta }: RecordedEvent): boolean => meta.chain.form === undefined

/**
 * Computes the chain of every stream anew, as the server would have, or did before there were forms.
 * @param asOwner runs a statement that may change the log
 */
export const rechained = async (
  store: Pick<EventStore, 'readAll'>,
  asOwner: (statement: string) => Promise<unknown>,
  isFormer: (event: RecordedEvent) => boolean = asItIs,
): Promise<void> => {
  const last = new Map<string, string>()
  for (const event of await store.readAll(0n, 10_000)) {
    const chain = chainOf(event, last.get(event.stream) ?? '', isFormer(event))
    last.set(event.stream, chain.hash)
    if (JSON.stringify(chain) !== JSON.stringify(event.meta.chain))
      await asOwner(
        `update log.event set meta = meta || '${JSON.stringify({ chain })}' where position = ${event.position}`,
      )
  }
}
