import type { Resource } from '../../../domain/resource.ts'
import { type Written, writtenSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { missing, useSubmit } from '../../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../../ui-shared/fields/text-field.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { Acts } from '../../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../../ui-shared/profile/use-focus-on-error.ts'
import { keyOf, type Row, titleOf } from '../row.ts'

const RestoreDialog = ({
  resource,
  row,
  settle,
}: {
  resource: Resource
  row: Row
  settle: (written: Written | null) => void
}) => {
  const address = keyOf(row)
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { slug: t('{name} is required', { name: t('Address') }) }),
    act: async ({ slug = '' }) =>
      settle(await api.post(`/${resource.name}/${row.id}/restore`, { body: { slug }, as: writtenSchema })),
  })
  const error = errorOf('slug') ?? refusal?.join(' ')
  const form = useFocusOnError(error)
  const words = { title: titleOf(row), address, thing: amid(t(resource.label)) }
  const close = () => settle(null)
  return (
    <Dialog title={t('Restore under another address')} onClose={close}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <p className="words">
          {t('“{title}” was at {address}, which is the address of another {thing} by now.', words)}
        </p>
        <TextField
          label={t('Address')}
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          autoFocus
          readOnly={isBusy}
          defaultValue={`${address}-2`}
          error={error}
        />
        <Acts go={t('Restore')} isBusy={isBusy} onClose={close} />
      </form>
    </Dialog>
  )
}

/** Asks for another address and restores a record under it (spec/decisions X20); null when that was called off. */
export const restoreElsewhere = (resource: Resource, row: Row): Promise<Written | null> =>
  new Promise((resolve) => {
    showDialog((close) => {
      const settle = (written: Written | null) => {
        close()
        resolve(written)
      }
      return <RestoreDialog key={row.id} resource={resource} row={row} settle={settle} />
    })
  })
