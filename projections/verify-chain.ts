import { isLinked } from '../event-store/chain.ts'
import type { RecordedEvent } from '../event-store/port.ts'

/** What was found wrong, as sentences; at most so many of a kind are kept. */
export type Findings = { problems: string[]; notes: string[]; events: number }

const kept = 20
const driftMilliseconds = 5 * 60_000

/** Follows the log event by event: every stream's revisions and hash chain, ids that occur once, clocks that agree. */
export const chainChecker = () => {
  const tips = new Map<string, { revision: number; hash: string }>()
  const ids = new Set<string>()
  const found: Findings = { problems: [], notes: [], events: 0 }
  const drift = { count: 0, first: '' }

  const wrong = (sentence: string) => {
    if (found.problems.length < kept) found.problems.push(sentence)
  }

  const checkLink = (event: RecordedEvent) => {
    const tip = tips.get(event.stream)
    const expected = tip ? tip.revision + 1 : 0
    if (event.revision !== expected)
      wrong(`Position ${event.position}: ${event.stream} has revision ${event.revision} where ${expected} is due.`)
    if (!isLinked(event.stream, event.revision, event, tip?.hash ?? '')) {
      wrong(
        `Position ${event.position}: the hash chain of ${event.stream} breaks at revision ${event.revision} (${event.type}).`,
      )
    }
    tips.set(event.stream, { revision: event.revision, hash: event.meta.chain.hash })
  }

  const check = (event: RecordedEvent): void => {
    found.events += 1
    checkLink(event)
    if (ids.has(event.id)) wrong(`Position ${event.position}: the event id ${event.id} occurs a second time.`)
    ids.add(event.id)
    if (Math.abs(Date.parse(event.meta.at) - Date.parse(event.recordedAt)) <= driftMilliseconds) return
    drift.count += 1
    drift.first ||= `position ${event.position}`
  }

  const findings = (): Findings => ({
    ...found,
    notes:
      drift.count === 0
        ? []
        : [
            `${drift.count} events were recorded more than 5 minutes from the moment they name, first at ${drift.first}.`,
          ],
  })

  return { check, findings }
}
