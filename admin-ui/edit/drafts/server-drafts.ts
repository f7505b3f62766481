import * as z from 'zod/mini'
import { mostDraftsListed } from '../../../domain/drafts/drafts.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { statusOf } from '../../../ui-shared/api/error.ts'
import { type Draft, newDraftId } from '../../../ui-shared/drafts.ts'
import { shownMoment } from '../../../ui-shared/moment.ts'

/** Of which kind of record a draft is, and of which one; null for a new one. */
export type DraftFor = { resource: string; record: number | null }

const listedSchema = z.object({
  id: z.string(),
  record: z.nullable(z.number()),
  title: z.string(),
  fields: z.array(z.string()),
  at: z.string(),
  by: z.object({ name: z.string() }),
  isOwn: z.boolean(),
})

/** A draft on the server: by whom, when, of what, with the names of its fields. */
export type ServerDraft = z.infer<typeof listedSchema>

const values = z.record(z.string(), z.unknown())
const readSchema = z.object({
  data: z.object({ id: z.string(), at: z.string(), version: z.nullable(z.number()), values, before: values }),
})

const all = z.object({ data: z.array(listedSchema) })

/** What people keep of a record, of new ones (null), or of all of a kind (undefined); nothing of another moment than now. */
export const listDrafts = async (
  resource: string,
  record?: number | null,
  signal?: AbortSignal,
): Promise<ServerDraft[]> => {
  if (shownMoment() !== null) return []
  const query = { resource, record: record === null ? 'new' : record }
  return (await api.get('/draft', { query, as: all, timeout: 5_000, ...(signal ? { signal } : {}) })).data
}

/** True when a list is known to be whole: a draft that is not in it is not on the server. */
export const isWhole = (drafts: readonly ServerDraft[]): boolean => drafts.length < mostDraftsListed

const keptHere = new Set<string>()

/** True for what a form of this page keeps: it is offered nowhere else on it. */
export const isKeptHere = (id: string): boolean => keptHere.has(id)

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile))

const plain = (of: Record<string, unknown>, without: readonly string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !without.includes(name)))

/** Keeps a draft on the server. Answers the id that it has there; `isWhole` is false when files of it stay on this device. @throws Error when nothing was kept */
export const keepOnServer = async (
  { resource, record }: DraftFor,
  id: string,
  draft: Draft,
): Promise<{ id: string; isWhole: boolean }> => {
  const files = Object.keys(draft.values).filter((name) => holdsFile(draft.values[name]))
  const sent = plain(draft.values, files)
  if (Object.keys(sent).length === 0) throw new Error('files alone stay on this device')
  const body = {
    resource,
    record,
    version: draft.version,
    values: sent,
    before: plain(draft.before, files),
  }
  const put = (under: string) => {
    keptHere.add(under)
    return api.put(`/draft/${under}`, { body, as: z.unknown() })
  }
  try {
    await put(id)
    return { id, isWhole: files.length === 0 }
  } catch (error) {
    // Somebody took it over: what is typed here is one of its own from now on.
    if (statusOf(error) !== 412) throw error
    const next = newDraftId()
    await put(next)
    return { id: next, isWhole: files.length === 0 }
  }
}

/** Goes on with a draft of another device or person: it is this form's from now on. @throws ApiError */
export const takeDraft = async (id: string): Promise<Draft> => {
  const { data } = await api.post(`/draft/${id}/take`, { body: { as: newDraftId() }, as: readSchema })
  keptHere.add(data.id)
  return { ...data, isSent: true }
}

/** Removes a draft from the server. @throws ApiError */
export const discardDraft = async (id: string): Promise<void> => {
  await api.delete(`/draft/${id}`, { as: z.unknown() })
}
