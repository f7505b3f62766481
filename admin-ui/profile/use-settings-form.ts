import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { judgedBy } from '../../ui-shared/fields/judged-by.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { undoOfOwn } from '../../ui-shared/profile/undo-own.ts'
import { meQuery } from '../../ui-shared/session/session.ts'

/** A field of a profile form: its name on the wire, its label, whether it may stay empty. */
export type ProfileField = { name: string; label: string; isRequired: boolean }

const schemaFor = (fields: readonly ProfileField[]) =>
  z.object(
    Object.fromEntries(
      fields.map(({ name, label, isRequired }) => [
        name,
        isRequired ? z.string().check(z.minLength(1, t('{name} is required', { name: t(label) }))) : z.string(),
      ]),
    ),
  )

/** A form that stays open when it is saved by PATCH /me; `values` that change elsewhere are taken over where nothing was typed. */
export const useSettingsForm = (
  fields: readonly ProfileField[],
  values: Record<string, string>,
  version: number | undefined,
  empties: boolean,
  onChanged: (count: number) => void,
  onSaved: () => unknown = () => undefined,
) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const form = useForm<Record<string, string>>({
    values,
    resetOptions: { keepDirtyValues: true },
    resolver: judgedBy(schemaFor(fields)),
  })
  // Which fields were typed in is only kept for whoever asks.
  const changed = Object.keys(form.formState.dirtyFields).length
  useEffect(() => onChanged(changed), [onChanged, changed])
  const save = async (sent: Record<string, string>) => {
    setBusy(true)
    try {
      const body = new FormData()
      for (const [name, value] of Object.entries(sent)) body.set(name, value)
      const written = await api.patch('/me', { body, as: writtenSchema, version })
      // What was saved is no change any more; the options above would keep it as one.
      form.reset(empties ? values : sent, { keepDirtyValues: false })
      onSaved()
      toastSuccess(say(written.message), undoOfOwn(client, written))
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
    } catch (error) {
      if (error instanceof ApiError) {
        for (const { property, constraints } of error.errors) {
          const message = Object.values(constraints)[0]
          if (message && property) form.setError(property, { type: 'server', message: say(message) })
        }
      }
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { form, isBusy, onSubmit: form.handleSubmit(save) }
}
