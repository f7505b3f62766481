import { useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { judgedBy } from '../../ui-shared/fields/judged-by.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { listPath } from '../list/remembered.ts'
import { asPicture, changedNames, type FormValues, isSame, schemaOf } from './form-values.ts'
import { type Choice, settle } from './merge.ts'
import { type Base, type Saved, useSave } from './use-save.ts'

type Conflict = Extract<Saved, { kind: 'conflict' }>

// A refused upload names no field: it is the one that was sent.
const refusedPictures = ({ status }: ApiError, values: FormValues): string[] =>
  status === 413 || status === 415 ? Object.keys(values).filter((name) => asPicture(values[name])?.file) : []

/**
 * A form over a record: its values, what of them changed, how it is saved. `opened` is the record as it was read. A draft
 * that was restored makes two differ from it: `first`, the values that the form opens with, and `start`, what they stand on.
 * `onSaved` runs before the list is shown.
 */
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
  const isKept = (name: string, values: FormValues) => base.id !== null && isSame(values[name], base.values[name])
  const resolver = judgedBy<FormValues>(schemaOf(resource), isKept)
  const form = useForm<FormValues>({ defaultValues: first, resolver, shouldFocusError: false })
  const watched = useWatch({ control: form.control })
  const { save, progress } = useSave(resource)

  const finish = async (message: string) => {
    isDone.current = true
    await onSaved()
    await navigate(listPath(resource.name))
    toastSuccess(message)
  }
  const refuse = (error: unknown) => {
    if (error instanceof ApiError) {
      for (const { property, constraints } of error.errors) {
        const message = Object.values(constraints)[0]
        if (message && property in resource.fields) form.setError(property, { type: 'server', message: say(message) })
      }
      for (const name of refusedPictures(error, form.getValues()))
        form.setError(name, { type: 'server', message: error.message })
      setAttempt((count) => count + 1)
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
  const submit = form.handleSubmit(
    () => send(base, form.getValues()),
    () => setAttempt((count) => count + 1),
  )
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
  // What is watched says when; the form itself holds the whole values, files too.
  const now: FormValues = useMemo(() => ({ ...base.values, ...(watched && form.getValues()) }), [base, watched, form])
  const changed = changedNames(base.values, now)
  return {
    form,
    base,
    now,
    changed,
    submit,
    reset,
    attempt,
    isBusy,
    progress,
    conflict,
    setConflict,
    settleConflict,
    isDone,
  }
}
