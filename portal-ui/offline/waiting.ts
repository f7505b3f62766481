import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Written, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { ApiError, sentencesOf } from '../../ui-shared/api/error.ts'
import { loadDrafts, removeDraft, saveDraft } from '../../ui-shared/drafts.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { createStore } from '../../ui-shared/overlay/store.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'

const record = 'waiting'
// The server knows a key again for a day: what was tried before that might arrive twice.
const knownFor = 86_400_000

const paths = ['/utility/job_apply', '/utility/iso_submit', '/utility/request_stationery'] as const
export type WaitingPath = (typeof paths)[number]

const waitingSchema = z.object({
  path: z.enum(paths),
  /** As JSON. */
  text: z.string(),
  /** The form that it came from: what it is kept under, what was typed there, and its address. */
  form: z.object({ record: z.string(), typed: z.catchall(z.object({}), z.unknown()), address: z.string() }),
  /** Whether it may have reached the server. */
  isTried: z.boolean(),
})
export type Waiting = z.infer<typeof waitingSchema>

/** One that waits, with its idempotency key and when it was written. */
export type Kept = Waiting & { key: string; at: string }

/** What a refused one has come to: back in its form, where it can be changed. */
export type Returned = { at: string; address: string; sentence: string }

/** What waits on this device, and what came back, for the screens. */
export const waiting = createStore<{ kept: readonly Kept[]; returned: readonly Returned[] }>({ kept: [], returned: [] })

const place = (owner: string, key: string) => ({ owner, record, tab: key })

/** Reads what a person has waiting, oldest first. */
export const readWaiting = async (owner: string): Promise<readonly Kept[]> => {
  const kept = (await loadDrafts({ owner, record })).flatMap(({ tab, draft }) => {
    const read = waitingSchema.safeParse(draft.values)
    return read.success ? [{ ...read.data, key: tab, at: draft.at }] : []
  })
  const inOrder = kept.toReversed()
  waiting.set((now) => ({ ...now, kept: inOrder }))
  return inOrder
}

const write = (owner: string, key: string, { path, text, form, isTried }: Waiting, at: string) =>
  saveDraft(place(owner, key), { values: { path, text, form, isTried }, before: {}, version: null, at })

/** Keeps what could not be sent, until there is a line. @throws where the browser keeps nothing */
export const keepWaiting = async (owner: string, key: string, one: Waiting): Promise<void> => {
  await write(owner, key, one, new Date().toISOString())
  await readWaiting(owner)
}

/** Puts one back into its form, where what was typed is offered. */
export const giveBack = async (owner: string, { key, at, form }: Kept): Promise<void> => {
  await saveDraft(
    { owner, record: form.record, tab: `${record}-${key}` },
    { values: form.typed, before: {}, version: null, at },
  )
  await removeDraft(place(owner, key))
  await readWaiting(owner)
}

/** Says no more of one that came back. */
export const forgetReturned = (at: string): void =>
  waiting.set((now) => ({ ...now, returned: now.returned.filter((one) => one.at !== at) }))

const returned = (one: Kept, sentence: string) =>
  waiting.set((now) => ({
    ...now,
    returned: [...now.returned, { at: one.at, address: one.form.address, sentence }],
  }))

// No answer, a server that is not ready or asks for patience, a sign-in that is over: it waits on.
const isForLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || [0, 401, 408, 429].includes(error.status) || error.status >= 500

const sendOne = async (owner: string, one: Kept): Promise<Written | null> => {
  if (one.isTried && Date.now() - Date.parse(one.at) > knownFor) {
    await giveBack(owner, one)
    returned(one, t('It could not be sent for a day.'))
    return null
  }
  if (!one.isTried) await write(owner, one.key, { ...one, isTried: true }, one.at)
  try {
    const written = await api.post(one.path, { body: JSON.parse(one.text), as: writtenSchema, key: one.key })
    await removeDraft(place(owner, one.key))
    return written
  } catch (error) {
    if (isForLater(error)) throw error
    await giveBack(owner, one)
    returned(one, error instanceof ApiError ? sentencesOf(error).join(' ') : String(error))
    return null
  }
}

const sendAll = async (owner: string, client: QueryClient): Promise<void> => {
  for (const one of await readWaiting(owner)) {
    const written = await sendOne(owner, one)
    if (written) toastSuccess(say(written.message))
    await client.invalidateQueries({ queryKey: ['mine'] })
  }
  await readWaiting(owner)
}

/** Sends what waits, oldest first, in one tab at a time; what cannot be sent yet waits on. */
export const sendWaiting = async (owner: string, client: QueryClient): Promise<void> => {
  const send = () => sendAll(owner, client).catch(() => undefined)
  if (!('locks' in navigator)) return send()
  await navigator.locks.request('atrium.waiting', { ifAvailable: true }, (lock) => (lock ? send() : undefined))
}
