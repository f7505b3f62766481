import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useRef, useState } from 'react'
import { fieldsOfDraft, isPlainDraft } from '../../../domain/publishing.ts'
import type { Resource } from '../../../domain/resource.ts'
import { randomKey } from '../../../ui-shared/api/client.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { type FormValues, pick, problemsOf } from '../../edit/form-values.ts'
import { titleOf } from '../row.ts'
import { thingsOf } from '../verbs.ts'
import { readAnew } from './grid-rows.ts'
import { changedRows, type GridAction, type GridRow, type GridState, type Refused, valuesNow } from './grid-state.ts'
import { type RowSaved, saveRow } from './save-row.ts'
import type { Saved } from './take-saves-back.ts'

/** How a save went: how many records were saved, and which were not. */
export type Result = { saved: number; refused: readonly number[] }

// As many calls at once as a browser keeps connections for, and some to spare.
const lanes = 4

const checked = (resource: Resource, state: GridState, row: GridRow, names: readonly string[]): Refused | null => {
  const values = valuesNow(state, row)
  const asked = isPlainDraft(resource, row.row) ? { ...resource, fields: fieldsOfDraft(resource) } : resource
  const cells = Object.fromEntries(problemsOf(asked, values, (name) => !names.includes(name)))
  const { theirs = {} } = state.refused[row.id] ?? {}
  const isOpen = Object.keys(theirs).length > 0
  if (Object.keys(cells).length === 0 && !isOpen) return null
  return { cells, record: isOpen ? t('Choose first what stands.') : null, theirs }
}

// The same content of a record is the same command however often it is sent (X21).
const useKeys = () => {
  const known = useRef(new Map<string, string>())
  return (content: string): string => {
    const key = known.current.get(content) ?? randomKey()
    known.current.set(content, key)
    return key
  }
}

type Changed = { row: GridRow; names: string[] }

const inLanes = async (all: readonly Changed[], run: (one: Changed) => Promise<void>): Promise<void> => {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

type Sent = { saves: Saved[]; refused: number[] }

/** Sends each record by itself; `onOutcome` hears of each. */
const sendAll = async (
  all: readonly Changed[],
  one: (changed: Changed) => Promise<RowSaved>,
  onOutcome: (changed: Changed, outcome: RowSaved, done: number) => void,
): Promise<Sent> => {
  const sent: Sent = { saves: [], refused: [] }
  let done = 0
  await inLanes(all, async (changed) => {
    const outcome = await one(changed)
    done += 1
    onOutcome(changed, outcome, done)
    if (outcome.kind === 'refused') return void sent.refused.push(changed.row.id)
    const { id, version, before } = outcome.written?.data ?? {}
    if (id !== undefined && version !== undefined && before !== undefined)
      sent.saves.push({ id, title: titleOf(changed.row.row), version, before })
  })
  return sent
}

/** What is ready to be sent; of all else it is told what is wrong. */
const readyOf = (resource: Resource, state: GridState, dispatch: Dispatch<GridAction>) => {
  const refused: number[] = []
  const ready = changedRows(state).filter(({ row, names }) => {
    const problem = checked(resource, state, row, names)
    if (!problem) return true
    dispatch({ do: 'refused', id: row.id, refused: problem })
    refused.push(row.id)
    return false
  })
  return { ready, refused }
}

const outcomeOf = (id: number, sent: FormValues, outcome: RowSaved): GridAction => {
  if (outcome.kind === 'saved') return { do: 'saved', id, version: outcome.version, sent }
  return { do: 'refused', id, refused: outcome.refused, ...(outcome.now ? { now: outcome.now } : {}) }
}

/** Sends what was changed in a grid, each record by itself, and tells what became of it. `done` of `total` are through. */
export const useGridSave = (resource: Resource, state: GridState, dispatch: Dispatch<GridAction>) => {
  const client = useQueryClient()
  const keyFor = useKeys()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  const send = (all: readonly Changed[]): Promise<Sent> =>
    sendAll(
      all,
      ({ row, names }) => saveRow({ resource, row, values: valuesNow(state, row), names }, keyFor),
      ({ row, names }, outcome, done) => {
        setProgress({ done, total: all.length })
        dispatch(outcomeOf(row.id, pick(valuesNow(state, row), names), outcome))
      },
    )
  const tell = (count: number, saves: readonly Saved[]) => {
    const undo = async () => (await import('./take-saves-back.ts')).takeSavesBack(client, resource, saves)
    toastSuccess(
      t('{count} {things} saved.', { count, things: thingsOf(resource, count) }),
      saves.length > 0 ? () => void undo().catch(showError) : undefined,
    )
  }
  const save = async (): Promise<void> => {
    const { ready, refused } = readyOf(resource, state, dispatch)
    setResult(null)
    setProgress({ done: 0, total: ready.length })
    try {
      const sent = await send(ready)
      const saved = ready.length - sent.refused.length
      setResult({ saved, refused: [...refused, ...sent.refused] })
      if (saved === 0) return
      tell(saved, sent.saves)
      // Nobody waits for it: without a connection it goes on once there is one.
      void readAnew(client, resource)
    } catch (error) {
      showError(error)
    } finally {
      setProgress(null)
    }
  }
  return { save, progress, result }
}
