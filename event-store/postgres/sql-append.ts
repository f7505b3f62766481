import { Buffer } from 'node:buffer'
import type { Claim, Guard } from '../port.ts'
import { ClaimTaken, GuardMoved, StoreUnavailable, WrongRevision } from '../port.ts'
import type { PreparedAppend } from '../prepare.ts'

/** Why the SQL functions of schema `log` refused an append. */
export type Refusal =
  | { refusal: 'revision'; actual: number }
  | { refusal: 'claim'; scope: string }
  | { refusal: 'guard'; name: string; isClosed: boolean }

/** One append as the JSON that `log.append` takes; the events' texts go in as they are. */
export function appendJson(append: PreparedAppend): string {
  const { stream, expected, texts, claims, releases, guards } = append
  const head = `"stream":${JSON.stringify(stream)},"expected":${expected === 'none' ? -1 : expected}`
  const isPlain = claims.length + releases.length + guards.length === 0
  const conditions = isPlain ? '' : `,${conditionsJson(append).slice(1, -1)}`
  return `{${head}${conditions},"events":[${texts.join(',')}]}`
}

/** What an append asks of other streams, as the JSON object that the SQL functions take. */
export function conditionsJson({ claims, releases, guards }: PreparedAppend): string {
  return JSON.stringify({
    claims: claims.map(claimJson),
    releases: releases.map(claimJson),
    // In one order, so that two appends that raise the same guards never wait for each other's rows in a circle.
    guards: guards.map(guardJson).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  })
}

/** The error of the port for a refusal. */
export function refused(stream: string, refusal: Refusal): Error {
  if (refusal.refusal === 'claim') return new ClaimTaken(refusal.scope)
  if (refusal.refusal === 'guard') return new GuardMoved(refusal.name, refusal.isClosed)
  return new WrongRevision(stream, refusal.actual < 0 ? 'none' : refusal.actual)
}

// Connection lost (08), resources (53), shut down or cancelled (57), disk (58), rolled back by the server (40).
const outages = /^(?:08|53|57|58|40)|^55P03$|^25006$/

/** A failed query as the port's error: StoreUnavailable for everything that is about the server and not about the statement. */
export function asStoreError(error: unknown): unknown {
  const state = sqlState(error)
  // Without an SQLSTATE the error is the driver's: not connected, timed out, ended. TypeErrors are ours.
  if (state === null && (error instanceof TypeError || !(error instanceof Error))) return error
  if (state !== null && !outages.test(state)) return error
  return new StoreUnavailable('the database of the log does not answer', { cause: error })
}

/** The five characters with which PostgreSQL names an error, or null when it did not come from there. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : null
}

function claimJson({ scope, key }: Claim) {
  return { scope, key: Buffer.from(key).toString('hex') }
}

function guardJson({ name, expected, closes = false, opens = false }: Guard) {
  return { name, expected: expected === 'any' ? null : expected.toString(), closes, opens }
}
