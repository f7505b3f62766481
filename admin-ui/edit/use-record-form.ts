import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { listPath } from '../list/remembered.ts'
import { asPicture, changedNames, type FormValues, schemaOf } from './form-values.ts'
import { type Side, settle } from './merge.ts'
import { type Base, type Saved, useSave } from './use-save.ts'

type Conflict = Extract<Saved, { kind: 'conflict' }>

// The declaration judges the values; what is sent stays as it was typed, the server reads it by the same schema.
const useValues = (resource: Resource, first: FormValues) => {
  // The resolver's types know only schemas that are written out; this one comes from a declaration.
  const resolver = zodResolver(schemaOf(resource), undefined, { raw: true }) as Resolver<FormValues>
  return useForm<FormValues>({ defaultValues: first, resolver, shouldFocusError: false })
}

// A refused upload names no field: it is the one that was sent.
const refusedPictures = ({ status }: ApiError, values: FormValues): string[] =>
  status === 413 || status === 415 ? Object.keys(values).filter((name) => asPicture(values[name])?.file) : []

/**
 * A form over a record: its values, what of them changed, how it is saved. `first` are the values it opens with, which
 * differ from the base when a draft was restored. `onSaved` runs before the list is shown.
 */
export const useRecordForm = (resource: Resource, start: Base, first: FormValues, onSaved: () => Promise<void>) => {
  const navigate = useNavigate()
  const [base, setBase] = useState(start)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isDone = useRef(false)
  const form = useValues(resource, first)
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
  const settleConflict = (choices: Record<string, Side>) => {
    if (!conflict) return
    const sides = { before: conflict.before, mine: conflict.mine, theirs: conflict.base.values }
    const settled = settle(conflict.merged, sides, choices)
    setConflict(null)
    setBase(conflict.base)
    form.reset(settled)
    void send(conflict.base, settled)
  }
  // What is watched says when; the form itself holds the whole values, files too.
  const now: FormValues = useMemo(() => ({ ...base.values, ...(watched && form.getValues()) }), [base, watched, form])
  const changed = changedNames(base.values, now)
  return { form, base, now, changed, submit, attempt, isBusy, progress, conflict, setConflict, settleConflict, isDone }
}
