import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { type Written, writtenSchema } from '../../../ui-shared/api/answers.ts'
import { withProgress } from '../../../ui-shared/api/send-with-progress.ts'
import { api, randomKey } from '../../../ui-shared/api/client.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import type { Me } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { bodyOf, changedNames, type FormValues, isAsked, uploadsOf, valuesOf } from '../form-values.ts'
import { conflictsOf, type Merged, merge } from '../merge/merge.ts'
import type { Sides } from '../merge/merge-parts.ts'
import { fetchRecord, pathOf } from './record-query.ts'
import { shareOf } from './share.ts'
import { maySet } from '../standing.ts'

/** What a form stands on: the record's id (null for a new one), its version and the values it had then. */
export type Base = { id: number | null; version: number | null; values: FormValues }

/** What came of a save: saved; not, because others published it meanwhile; or both sides changed the same since version `from`, and somebody has to choose. */
export type Saved =
  | { kind: 'saved'; written: Written }
  | { kind: 'unchanged' }
  | { kind: 'published' }
  | { kind: 'conflict'; record: number; base: Base; from: number; merged: Merged }

// The same content is the same command however often it is sent; other content is another one (X21).
const useCommandKey = () => {
  const last = useRef({ content: '', key: '' })
  return (content: string) => {
    if (last.current.content !== content) last.current = { content, key: randomKey() }
    return last.current.key
  }
}

const contentOf = (base: Base, values: FormValues, names: readonly string[]): string =>
  JSON.stringify([base.id, base.version, names.map((name) => [name, values[name]])])

// What brings texts together is rarely needed, so loaded when it is.
const bringTogether = async (resource: Resource, sides: Sides<FormValues>): Promise<Merged> => {
  const merged = merge(sides)
  if (conflictsOf(merged).length === 0) return merged
  const { mergeTexts } = await import('../merge/merge-text.ts')
  return mergeTexts(resource, merged)
}

type Made = { values: FormValues; names: readonly string[] }

type Progress = { sent: number; uploads: ReturnType<typeof uploadsOf> }

const maxRounds = 3

/** The fields that a save sends: what the record does not have is not sent, nor what somebody may not set of a new one. */
export const namesToSend = (resource: Resource, me: Me | null, base: Base, values: FormValues): string[] => {
  const isNew = base.id === null
  return (isNew ? Object.keys(values) : changedNames(base.values, values)).filter((name) => {
    const field = resource.fields[name]
    if (!field || !isAsked(resource, values, name)) return false
    return isNew ? maySet(me, resource, field, true) : !field.isFixed
  })
}

/** Saves a form, merging and sending again over an older version unless somebody has to choose. `isLive` is what the writer was told. `progressOf` is a file's sent share. */
export const useSave = (resource: Resource) => {
  const client = useQueryClient()
  const keyFor = useCommandKey()
  const me = useMe()
  const [progress, setProgress] = useState<Progress | null>(null)
  const send = (base: Base, values: FormValues, names: readonly string[]): Promise<Written> => {
    const body = bodyOf(resource, values, names)
    const uploads = uploadsOf(resource, values, names)
    const options = {
      body,
      key: keyFor(contentOf(base, values, names)),
      as: writtenSchema,
      send: body instanceof FormData ? withProgress((sent) => setProgress({ sent, uploads })) : undefined,
    }
    if (base.id === null) return api.post(`/${resource.name}`, options)
    return api.put(pathOf(resource, base.id), { ...options, version: base.version ?? undefined })
  }
  // Whether a new record was made is not known when no answer came. The same is asked again, which makes no other one.
  const unanswered = useRef<Made | null>(null)
  const make = async (base: Base, made: Made): Promise<Written> => {
    unanswered.current = null
    try {
      return await send(base, made.values, made.names)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) unanswered.current = made
      throw error
    }
  }
  /** The record that an earlier save made after all; null when there was none, or it was refused. */
  const madeBefore = async (): Promise<{ base: Base; saved: Saved } | null> => {
    const earlier = unanswered.current
    if (!earlier) return null
    const base: Base = { id: null, version: null, values: {} }
    const written = await make(base, earlier).catch((error: unknown) => {
      if (unanswered.current) throw error
      return null
    })
    const { id, version } = written?.data ?? {}
    if (!written || id === undefined) return null
    return { base: { id, version: version ?? null, values: earlier.values }, saved: { kind: 'saved', written } }
  }
  const attempt = async (base: Base, values: FormValues, isLive: boolean, round: number): Promise<Saved> => {
    const names = namesToSend(resource, me, base, values)
    if (names.length === 0) return { kind: 'unchanged' }
    try {
      const written = base.id === null ? await make(base, { values, names }) : await send(base, values, names)
      return { kind: 'saved', written }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || base.id === null || round >= maxRounds) throw error
      const row = await fetchRecord(resource, base.id)
      // Whoever saved a draft did not mean to publish the change.
      if (resource.publishing && !isLive && !row.deletedAt) return { kind: 'published' }
      const theirs: Base = { id: base.id, version: row.version ?? null, values: valuesOf(resource, row) }
      const merged = await bringTogether(resource, { before: base.values, mine: values, theirs: theirs.values })
      if (conflictsOf(merged).length === 0) return attempt(theirs, merged.values, isLive, round + 1)
      // Says who saved what meanwhile.
      await client.invalidateQueries({ queryKey: [resource.name, 'history', base.id] })
      return { kind: 'conflict', record: base.id, base: theirs, from: base.version ?? 0, merged }
    }
  }
  const save = async (base: Base, values: FormValues, isLive: boolean): Promise<Saved> => {
    try {
      const made = base.id === null ? await madeBefore() : null
      const found = await attempt(made?.base ?? base, values, isLive, 0)
      const saved = made && found.kind === 'unchanged' ? made.saved : found
      if (saved.kind !== 'unchanged' && saved.kind !== 'conflict')
        await client.invalidateQueries({ queryKey: [resource.name] })
      return saved
    } catch (error) {
      // The form says what became of the record, also where nothing is heard of it.
      if (base.id !== null && error instanceof ApiError && (error.status === 404 || error.status === 403))
        await client.invalidateQueries({ queryKey: [resource.name, 'history', base.id] })
      throw error
    } finally {
      setProgress(null)
    }
  }
  const progressOf = (path: string) => (progress ? shareOf(progress.sent, progress.uploads, path) : null)
  return { save, progressOf }
}
