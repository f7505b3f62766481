import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../ui-shared/profile/use-focus-on-error.ts'
import { keyOf, type Row } from '../list/row.ts'

const AddressDialog = ({ resource, row, close }: { resource: Resource; row: Row; close: () => void }) => {
  const client = useQueryClient()
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { slug: t('{name} is required', { name: t('Address') }) }),
    act: async ({ slug = '' }) => {
      const { data } = await api.put(`/${resource.name}/${row.id}`, { body: { slug }, as: writtenSchema })
      close()
      toastSuccess(t('The address is {address} now.', { address: data?.slug ?? slug }))
      await client.invalidateQueries({ queryKey: [resource.name] })
    },
  })
  const error = errorOf('slug') ?? refusal?.join(' ')
  const form = useFocusOnError(error)
  return (
    <Dialog title={t('Edit address')} onClose={close}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <p className="words">{t('Links to the address of today lead to the new one.')}</p>
        <TextField
          label={t('Address')}
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          autoFocus
          readOnly={isBusy}
          defaultValue={keyOf(row)}
          error={error}
        />
        <Acts go={t('Save')} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  )
}

/** Gives a record another address; the former ones lead to it (spec/decisions D2). */
export const editAddress = (resource: Resource, row: Row): void =>
  showDialog((close) => <AddressDialog key={`address-${row.id}`} resource={resource} row={row} close={close} />)
