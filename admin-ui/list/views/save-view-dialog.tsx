import { missing, useSubmit } from '../../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../../ui-shared/fields/text-field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { Acts } from '../../../ui-shared/profile/small-form.tsx'

/** Asks under which name what is filtered and sorted now is kept. */
export const SaveViewDialog = ({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) => {
  const { isBusy, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { name: t('{name} is required', { name: t('Name') }) }),
    act: async ({ name = '' }) => {
      onSave(name.trim())
      onClose()
      toastSuccess(t('Saved as {name}.', { name: name.trim() }))
    },
  })
  return (
    <Dialog title={t('Save this view')} onClose={onClose}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">{t('Search, filters, order and rows per page, for you alone.')}</p>
        <TextField
          label={t('Name')}
          name="name"
          maxLength={60}
          autoComplete="off"
          isRequired
          autoFocus
          error={errorOf('name')}
        />
        <Acts go={t('Save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
