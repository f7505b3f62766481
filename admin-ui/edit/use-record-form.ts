import { type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { listPath } from '../list/remembered.ts'
import type { FieldValue } from './fields/field-values.ts'
import { changedNames, type FormValues, isAsked } from './form-values.ts'
import { type Choice, settle } from './merge/merge.ts'
import { useProblems } from './use-problems.ts'
import { useReview } from './save/use-review.ts'
import { type Base, type Saved, useSave } from './save/use-save.ts'

type Conflict = Extract<Saved, { kind: 'conflict' }>

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

// What nobody reads yet is checked once it is to be published.
const isPlainDraft = ({ publishing: of }: Resource, values: FormValues): boolean =>
  of !== undefined && values[of.draft] === true && !values[of.at]

/** A form over a record as it was read (`opened`). With a draft restored, it opens with `first` and stands on `start`. */
export const useRecordForm = (
  resource: Resource,
  { opened, start, first }: { opened: Base; start: Base; first: FormValues },
  onSaved: () => Promise<void>,
) => {
  const navigate = useNavigate()
  const [base, setBase] = useState(start)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isDone = useRef(false)
  const form = useValues(first)
  const now: FormValues = useMemo(() => ({ ...base.values, ...form.values }), [base, form.values])
  const problems = useProblems(resource, base, now)
  const { save, progressOf } = useSave(resource)
  const review = useReview(resource)

  const finish = async (message: string) => {
    isDone.current = true
    await onSaved()
    await navigate(listPath(resource.name))
    toastSuccess(message)
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
  const send = async (from: Base, wanted: FormValues) => {
    if (isBusy) return
    setBusy(true)
    try {
      const saved = await save(from, wanted)
      if (saved.kind === 'conflict') return setConflict(saved)
      await finish(saved.kind === 'saved' ? say(saved.written.message) : t('Nothing was changed.'))
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  /** `more` is what a button says besides what was typed. */
  const submit = async (event?: SyntheticEvent, more: FormValues = {}) => {
    event?.preventDefault()
    const wanted = { ...form.read(), ...more }
    if (!problems.judge()) setAttempt((count) => count + 1)
    else if (isPlainDraft(resource, wanted) || (await review(base.values, wanted))) await send(base, wanted)
  }
  const settleConflict = (choices: Record<string, Choice>) => {
    if (!conflict) return
    const settled = settle(conflict.merged, choices)
    setConflict(null)
    setBase(conflict.base)
    form.reset(settled)
    void send(conflict.base, settled)
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
  return { form, base, now, changed, submit, reset, attempt, isBusy, errors, progressOf, isDone, ...merging }
}
