import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { isPlainDraft } from '../../domain/publishing.ts'
import type { Resource } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { hasUnkept } from '../../ui-shared/overlay/unkept.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { undoOf } from '../history/undo.ts'
import { listPath } from '../list/remembered.ts'
import type { Row } from '../list/row.ts'
import { publishedMeanwhile } from '../publishing/publishing-words.ts'
import { type FieldValue, isSame } from './fields/field-values.ts'
import { changedNames, type FormValues, isAsked, valuesOf } from './form-values.ts'
import { type Asking, useProblems } from './use-problems.ts'
import { useReview } from './save/use-review.ts'
import { formAfter, isShownAs } from './save/form-after.ts'
import { fetchRecord } from './save/record-query.ts'
import { useInTurn } from './save/use-in-turn.ts'
import { type Base, namesToSend, type Saved, useSave } from './save/use-save.ts'

/** What follows a save: the list; the same form, said or unsaid. */
type After = 'leave' | 'stay' | 'go on'
type Conflict = Extract<Saved, { kind: 'conflict' }> & { after: After }

// What is read here is what was typed last, also before the next drawing.
const useValues = (first: FormValues) => {
  const [values, setValues] = useState(first)
  const latest = useRef(first)
  const reset = (to: FormValues) => {
    latest.current = to
    setValues(to)
  }
  const set = (name: string, value: FieldValue) => reset({ ...latest.current, [name]: value })
  return { values, read: () => latest.current, set, reset }
}

// A draft needs little until it is published or planned; then all of it is looked at, whenever it was written.
const askingOf = (resource: Resource, wanted: FormValues): Asking => {
  if (isPlainDraft(resource, wanted)) return 'draft'
  return resource.publishing && wanted[resource.publishing.draft] === true ? 'all' : 'changes'
}

type Places = {
  opened: Base
  start: Base
  first: FormValues
  /** The record as it was last read; null for a new one. */
  row: Row | null
  /** Forgets the copy on this device. */
  onSaved: () => Promise<void>
  /** What was new is a record now. */
  onMade: (row: Row) => Promise<void>
}

/** A form over a record as it was read (`opened`). With a draft restored, it opens with `first` and stands on `start`. */
export const useRecordForm = (resource: Resource, places: Places) => {
  const { opened, start, first, row } = places
  const navigate = useNavigate()
  const client = useQueryClient()
  const me = useMe()
  const [base, setBase] = useState(start)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isSaving = useRef(false)
  const isDone = useRef(false)
  const latestId = useRef(start.id)
  const form = useValues(first)
  const now: FormValues = useMemo(() => ({ ...base.values, ...form.values }), [base, form.values])
  const problems = useProblems(resource, base, now, row)
  const { save, progressOf } = useSave(resource)
  const review = useReview(resource)
  const isLive = row !== null && !row.deletedAt

  const toList = () => navigate(listPath(resource.name))
  const leave = async (message: string, undo?: () => void) => {
    isDone.current = true
    await places.onSaved()
    await toList()
    toastSuccess(message, undo)
  }
  // What was typed since stays typed; all else is as it was before the save.
  const asBefore = async (sent: FormValues, id: number) => {
    const read = await fetchRecord(resource, id)
    const [values, typed] = [valuesOf(resource, read), form.read()]
    setBase({ id, version: read.version ?? null, values })
    const kept = ([name, value]: [string, FieldValue]): [string, FieldValue] =>
      isSame(typed[name] ?? null, sent[name] ?? null) ? [name, value] : [name, typed[name] ?? null]
    form.reset(Object.fromEntries(Object.entries(values).map(kept)))
  }
  const undoing = (written: Written, onBack: () => unknown) => undoOf({ client, resource, me, onBack }, written)
  // The form goes on with the record as it is now; what was typed while it was sent stays typed.
  const goOn = async (from: Base, sent: FormValues, id: number, version: number | null): Promise<number | null> => {
    const read = await fetchRecord(resource, id).catch(() => null)
    const next = formAfter(resource, sent, form.read(), read)
    const at = read?.version ?? version
    latestId.current = id
    flushSync(() => {
      setBase({ id, version: at, values: next.base })
      form.reset(next.now)
    })
    if (from.id !== null || !read) return at
    isDone.current = true
    await places.onMade(read)
    isDone.current = false
    return at
  }
  // What a verb did to the record, putting it away for one, leaves what the form shows: it is the newest version all the same.
  const newest = async ({ id, version, values }: Base): Promise<number | null> => {
    const read = id === null ? null : await fetchRecord(resource, id).catch(() => null)
    return read && isShownAs(resource, values, read) ? (read.version ?? version) : version
  }
  const refuse = (error: unknown) => {
    if (error instanceof ApiError) {
      // The summary takes the focus before the alert does, so that it has it again once that is closed.
      flushSync(() => {
        problems.refuse(error, form.read())
        setAttempt((count) => count + 1)
      })
    }
    showError(error)
  }
  const finish = async (from: Base, sent: FormValues, saved: Saved, then: After): Promise<number | null> => {
    if (saved.kind === 'conflict') {
      setConflict({ ...saved, after: then })
      return null
    }
    if (saved.kind === 'published') {
      showAlert(t('ERROR'), [publishedMeanwhile(resource)])
      return null
    }
    const message = saved.kind === 'saved' ? say(saved.written.message) : t('Nothing was changed.')
    const { id = from.id, version = from.version } = (saved.kind === 'saved' && saved.written.data) || {}
    if (then === 'leave' || id === null) {
      // The form of the one record is shown again.
      const shown = () => resource.isSingleton && toList()
      await leave(message, saved.kind === 'saved' ? undoing(saved.written, shown) : undefined)
      return version
    }
    const at = saved.kind === 'saved' ? await goOn(from, sent, id, version) : await newest(from)
    // What was just made stays open.
    const isThere = saved.kind === 'saved' && from.id !== null
    const undo = isThere ? undoing(saved.written, () => asBefore(sent, id)) : undefined
    if (then === 'stay') toastSuccess(message, undo)
    return at
  }
  /** Answers the version that was saved; null when it was not. */
  const send = async (from: Base, wanted: FormValues, then: After): Promise<number | null> => {
    if (isSaving.current) return null
    isSaving.current = true
    // Whoever stays may go on writing.
    setBusy(then === 'leave')
    try {
      return await finish(from, wanted, await save(from, wanted, isLive), then)
    } catch (error) {
      refuse(error)
      return null
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }
  const check = async (wanted: FormValues, asking: Asking): Promise<boolean> => {
    // It would be saved without them.
    if (hasUnkept('arriving')) {
      showAlert(t('Error'), [
        t(
          'Pictures do not stand in the text yet. Wait for them, or send them again or leave them out where they could not be sent.',
        ),
      ])
      return false
    }
    if (!problems.judge(asking, wanted)) {
      setAttempt((count) => count + 1)
      return false
    }
    // What nobody reads yet is looked at once it is to be published.
    return asking === 'draft' || review(asking === 'all' ? {} : base.values, wanted)
  }
  /** `more` is what a button says besides what was typed. Nothing follows once the form is left. */
  const submit = useInTurn(async ({ more = {}, after = 'leave' }: { more?: FormValues; after?: After }) => {
    const wanted = { ...form.read(), ...more }
    if (!(await check(wanted, askingOf(resource, wanted)))) return false
    return (await send(base, wanted, after)) !== null && after !== 'leave'
  })
  const settleConflict = (settled: FormValues) => {
    if (!conflict) return
    setConflict(null)
    setBase(conflict.base)
    form.reset(settled)
    void send(conflict.base, settled, conflict.after)
  }
  // Takes back what was typed; answers what the form stands on then, and how to stand on what it stood on before.
  const reset = () => {
    const to = base === start ? opened : base
    setBase(to)
    form.reset(to.values)
    return { to, back: () => setBase(base) }
  }
  const changed = changedNames(base.values, now).filter((name) => isAsked(resource, now, name))
  const { errors } = problems
  const merging = { conflict, setConflict, settleConflict }
  const saving = {
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      void submit({})
    },
    submitWith: (more: FormValues) => void submit({ more }),
    /** What was typed is checked, and saved at a moment instead of now. */
    plan: async () => {
      const wanted = form.read()
      const names = namesToSend(resource, me, base, wanted)
      if (names.length === 0) return toastSuccess(t('Nothing was changed.'))
      if (!(await check(wanted, askingOf(resource, wanted)))) return
      try {
        const { planSave } = await import('../schedule/plan-save.ts')
        const plan = await planSave(client, resource, base, wanted, names)
        if (plan) await leave(plan.message, plan.undo)
      } catch (error) {
        refuse(error)
      }
    },
    /** What was typed waits for somebody who may publish: as a change of what is live, or saved as the draft that it is. */
    ask: async (event: SyntheticEvent) => {
      event.preventDefault()
      const { propose } = await import('../review/propose.ts')
      const asked = { client, resource, me, base, row, wanted: form.read(), check, send, idOf: () => latestId.current }
      try {
        const message = await propose(asked)
        if (message !== null) await leave(message)
      } catch (error) {
        refuse(error)
      }
    },
    stay: (more: FormValues = {}) => void submit({ more, after: 'stay' }),
    /** Before the record is published: all of it is checked, and what was typed is saved. Answers its version, null when that cannot be. */
    saveAll: async (): Promise<number | null> => {
      const wanted = form.read()
      return (await check(wanted, 'all')) ? send(base, wanted, 'go on') : null
    },
  }
  return { form, base, now, changed, isLive, ...saving, reset, attempt, isBusy, errors, progressOf, isDone, ...merging }
}
