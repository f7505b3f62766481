import { isDatabaseAway, sqlState } from '../../platform/database/outage.ts'
import type { Guard } from '../port.ts'
import { ClaimTaken, GuardMoved, StoreUnavailable, WrongRevision } from '../port.ts'
import type { PreparedAppend } from '../prepare.ts'

export type Refusal =
  | { refusal: 'revision'; actual: number }
  | { refusal: 'claim'; scope: string }
  | { refusal: 'guard'; name: string; isClosed: boolean }

/** An append as the SQL function `log.append` reads it. */
export const appendJson = (append: PreparedAppend): string => {
  const { stream, expected, texts, claims, releases, guards } = append
  const head = `"stream":${JSON.stringify(stream)},"expected":${expected === 'none' ? -1 : expected}`
  const isPlain = claims.length + releases.length + guards.length === 0
  const conditions = isPlain ? '' : `,${conditionsJson(append).slice(1, -1)}`
  return `{${head}${conditions},"events":[${texts.join(',')}]}`
}

/** The claims, releases and guards of an append as JSON. */
export const conditionsJson = ({ claims, releases, guards }: PreparedAppend): string =>
  JSON.stringify({
    claims,
    releases,
    // In one order, so that two appends that raise the same guards never wait for each other's rows in a circle.
    guards: guards.map(guardJson).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  })

/** The error of the port for what the SQL function refused. */
export const refused = (stream: string, refusal: Refusal): Error => {
  if (refusal.refusal === 'claim') return new ClaimTaken(refusal.scope)
  if (refusal.refusal === 'guard') return new GuardMoved(refusal.name, refusal.isClosed)
  return new WrongRevision(stream, refusal.actual < 0 ? 'none' : refusal.actual)
}

/** A failed query as the port's error: StoreUnavailable for everything that is about the server and not about the statement. */
export const asStoreError = (error: unknown): unknown => {
  const state = sqlState(error)
  // Without an SQLSTATE the error is the driver's: not connected, timed out, ended. TypeErrors are ours.
  if (state === null && (error instanceof TypeError || !(error instanceof Error))) return error
  if (state !== null && !isDatabaseAway(error)) return error
  return new StoreUnavailable('the database of the log does not answer', { cause: error })
}

/** What a query answers, or its error as the port's. */
export const orStoreError = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw asStoreError(error)
  })

const guardJson = ({ name, expected, closes = false, opens = false }: Guard) => ({
  name,
  expected: expected === 'any' ? null : expected.toString(),
  closes,
  opens,
})
