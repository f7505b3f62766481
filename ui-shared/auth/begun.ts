import * as z from 'zod/mini'
import type { Challenge, Population } from './calls.ts'

const key = 'atrium.sign-in'
// As long as a mailed code is good (A2).
const lifetime = 600_000

const begunSchema = z.object({
  errand: z.string(),
  until: z.number(),
  name: z.string(),
  challenge: z.nullable(z.object({ data: z.string(), email: z.string(), passkey: z.optional(z.boolean()) })),
})

/** What was begun: a sign-in, or another e-mail address of somebody who is signed in. */
export type Errand = Population | `email/${string}`

/** How far somebody has come with it; `name` is what was typed. A challenge is worth nothing without its code. */
export type Begun = { name: string; challenge: Challenge | null }

const nothing: Begun = { name: '', challenge: null }

// A browser may refuse to keep anything: people then begin anew.
const tried = <T>(act: () => T): T | null => {
  try {
    return act()
  } catch {
    return null
  }
}

const read = (now: number) => {
  const kept = z.safeParse(
    begunSchema,
    tried(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
  )
  return kept.success && kept.data.until > now ? kept.data : null
}

/** What was typed and sent for an errand in this tab: telephones throw a page away while somebody reads the mail. */
export const begunOf = (errand: Errand, now = Date.now()): Begun => {
  const kept = read(now)
  return kept?.errand === errand ? { name: kept.name, challenge: kept.challenge } : nothing
}

/** Keeps it for ten minutes, in this tab. */
export const keepBegun = (errand: Errand, begun: Begun, now = Date.now()): void =>
  void tried(() => sessionStorage.setItem(key, JSON.stringify({ errand, until: now + lifetime, ...begun })))

/** Starts the ten minutes anew, with another code. */
export const extendBegun = (now = Date.now()): void => {
  const kept = read(now)
  if (kept) tried(() => sessionStorage.setItem(key, JSON.stringify({ ...kept, until: now + lifetime })))
}

/** Forgets it, once it is done or given up. */
export const forgetBegun = (): void => void tried(() => sessionStorage.removeItem(key))
