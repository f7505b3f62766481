import pg from 'pg'
import { asError } from '../../platform/as-error.ts'
import { sqlState } from '../../platform/database/outage.ts'
import { type Appended, type RecordedEvent, WrongRevision } from '../port.ts'
import { type PreparedAppend, parseEvent } from '../prepare.ts'
import type { Written } from '../shared-pages.ts'
import { appendJson, asStoreError, type Refusal, refused } from './sql-append.ts'

type Answer = Refusal | { position: string; revision: number }
type Told = { answers: Answer[]; before: string; recorded: [position: string, at: string][] }

/** Told what a call has written, when it has written something. */
type Tell = (written: Written, head: bigint) => void

/** Appends in one call, each with its answer or its error. @throws StoreUnavailable when nothing is known of any of them */
export const appendAll = async (
  pool: pg.Pool,
  appends: PreparedAppend[],
  tell: Tell,
): Promise<(Appended | Error)[]> => {
  try {
    return await callAppend(pool, appends, tell)
  } catch (error) {
    const [first] = appends
    if (asStoreError(error) !== error || !first) throw error
    // The ids are somewhere in the log already: the same answer as for any other append that comes too late.
    if (appends.length === 1 && sqlState(error) === '23505') return [new WrongRevision(first.stream, first.expected)]
    if (appends.length === 1) throw error
  }
  // One append that the server cannot take must not fail its neighbours: the call has written nothing, so each goes alone.
  const results: (Appended | Error)[] = []
  for (const append of appends) {
    results.push(...(await appendAll(pool, [append], tell).catch((error: unknown) => [asError(asStoreError(error))])))
  }
  return results
}

const callAppend = async (pool: pg.Pool, appends: PreparedAppend[], tell: Tell): Promise<(Appended | Error)[]> => {
  const result = await pool.query<{ told: Told }>({
    name: 'log-append',
    text: 'select log.append_told($1::jsonb) as told',
    values: [`[${appends.map(appendJson).join(',')}]`],
  })
  const { answers = [], before = '0', recorded = [] } = result.rows[0]?.told ?? {}
  const [head] = recorded.at(-1) ?? []
  if (head !== undefined) {
    const events = () => writtenBy(appends, answers, recorded)
    tell({ after: BigInt(before), count: recorded.length, events }, BigInt(head))
  }
  return answers.map((answer, index) => {
    if ('refusal' in answer) return refused(appends[index]?.stream ?? '', answer)
    return { position: BigInt(answer.position), revision: answer.revision }
  })
}

const asMoment: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/** The events that a call has written, as a reader gets them, in order. An append that was repeated has written none. */
const writtenBy = (
  appends: readonly PreparedAppend[],
  answers: readonly Answer[],
  recorded: Told['recorded'],
): RecordedEvent[] => {
  const moments = new Map(recorded)
  const events = appends.flatMap(({ stream, texts }, index) => {
    const answer = answers[index]
    if (!answer || 'refusal' in answer || !moments.has(answer.position)) return []
    // One statement wrote them under the lock: their positions follow each other.
    const [first, revision] = [BigInt(answer.position) - BigInt(texts.length - 1), answer.revision - texts.length + 1]
    return texts.map((text, place) => {
      const position = first + BigInt(place)
      const recordedAt = asMoment(moments.get(String(position)) ?? '').toISOString()
      return { ...parseEvent(text), stream, revision: revision + place, position, recordedAt }
    })
  })
  return events.toSorted((one, other) => (one.position < other.position ? -1 : 1))
}
