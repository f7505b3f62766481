import { z } from 'zod'
import type { Json, JsonObject, PastEvent } from '../../domain/event.ts'
import { evolve, initialState } from '../../domain/evolve.ts'
import { isSame } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'

/** Of a secret only that it changed is said, of what is personal that it is there, to whoever may know no more. */
export type Change = { field: string; label: string; from: Json; to: Json; isSecret?: true; isPersonal?: true }

export const changeSchema = z.object({
  field: z.string(),
  label: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  isSecret: z.boolean().optional(),
  isPersonal: z.boolean().optional(),
})
/** What a revert went back to, or the versions that it left out. */
const backSchema = z.object({ version: z.number(), without: z.array(z.number()).optional() })
export const entrySchema = z.object({
  version: z.number(),
  at: z.string(),
  action: z.string(),
  actor: z.object({ type: z.string(), id: z.union([z.number(), z.string()]), name: z.string() }),
  back: backSchema.optional(),
  /** Who proposed it, where somebody else published it. */
  proposer: z.object({ id: z.string(), name: z.string() }).optional(),
  changes: z.array(changeSchema),
})
type Entry = z.infer<typeof entrySchema>
export type HistoryEntry = Omit<Entry, 'actor' | 'changes'> & { actor: PastEvent['actor']; changes: Change[] }

const cut = (value: Json): Json =>
  typeof value === 'string' && value.length > 2_000 ? `${value.slice(0, 2_000)}…` : value

const ofReverts = ['version', 'without', 'status', 'restores_to', 'created_at']

/** What an event says of fields that are not declared any more. What verbs of its own are given were never fields. */
const formerFields = ({ events, ...resource }: Resource, { type, data }: PastEvent): JsonObject => {
  if (type !== events.create && type !== events.edit && type !== events.revert) return {}
  const known = new Set([...Object.keys(resource.fields), ...(type === events.revert ? ofReverts : []), 'slug'])
  return Object.fromEntries(Object.entries(data).filter(([name]) => !known.has(name)))
}

/** What a verb of the resource's own was given. A field of the record by that name says it already; a secret says nothing. */
const inputOf = (resource: Resource, { type, data }: PastEvent): Change[] =>
  Object.entries(resource.verbs[resource.verbOf[type] ?? '']?.input ?? {}).flatMap(([name, { label, kind }]) =>
    Object.hasOwn(resource.fields, name) || kind === 'secret' || data[name] === undefined
      ? []
      : [{ field: name, label, from: null, to: data[name] }],
  )

/**
 * The history of a record, newest first: what each event changed, from what to what, and what its verb was given.
 * Long texts are cut at 2,000 characters but in the entry asked for as a `whole`, or in 'all'; a create's defaults are no change. Of others than
 * the versions that are asked for (`only`) no changes are said.
 */
export const historyOf = (
  resource: Resource,
  id: number,
  events: readonly PastEvent[],
  whole?: number | 'all',
  only?: ReadonlySet<number>,
): HistoryEntry[] => {
  let state = initialState(resource, id)
  const former: JsonObject = {}
  const entries = events.map((event): HistoryEntry => {
    const next = evolve(resource, state, event)
    const shown = whole === 'all' || event.revision + 1 === whole ? (value: Json) => value : cut
    const isAsked = only === undefined || only.has(event.revision + 1)
    const changes = (isAsked ? Object.entries(resource.fields) : [])
      .filter(([, { isInternal }]) => isInternal !== true)
      .filter(([name]) => state.values[name] !== next.values[name] && !isSame(state.values[name], next.values[name]))
      .map(
        ([name, { label, kind }]): Change =>
          kind === 'secret'
            ? { field: name, label, from: null, to: null, isSecret: true }
            : { field: name, label, from: shown(state.values[name] ?? null), to: shown(next.values[name] ?? null) },
      )
    const formerChanges = Object.entries(formerFields(resource, event)).map(([name, to]) => {
      const from = former[name] ?? null
      former[name] = to
      return { field: name, label: name, from: shown(from), to: shown(to) }
    })
    const slug = state.slugs.at(-1)
    const moved =
      next.slugs.at(-1) === slug || slug === undefined
        ? []
        : [{ field: 'slug', label: 'Address', from: slug, to: next.slugs.at(-1) ?? null }]
    const action = resource.verbOf[event.type] ?? event.type
    // Where a verb puts a record its name says; a revert says it itself.
    const put =
      action === 'revert' && state.status !== next.status
        ? [{ field: 'status', label: 'Status', from: state.status, to: next.status }]
        : []
    const back = action === 'revert' ? backSchema.safeParse(event.data).data : undefined
    state = next
    return {
      version: event.revision + 1,
      at: event.at,
      actor: event.actor,
      action,
      ...(back ? { back } : {}),
      changes: [...changes, ...inputOf(resource, event), ...formerChanges, ...moved, ...put],
    }
  })
  return entries.reverse()
}
