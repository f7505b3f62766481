import { missing, useSubmit } from '../../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../../ui-shared/fields/text-field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { Acts } from '../../../ui-shared/profile/small-form.tsx'

type Props = {
  title: string
  words: string
  /** The name that it has. */
  first?: string
  mayShare?: boolean
  /** @throws ApiError when it is refused: the form says why */
  onSave: (name: string, isShared: boolean) => Promise<void>
  onClose: () => void
}

/** Asks under which name what is filtered and sorted is kept, and for whom. */
export const SaveViewDialog = ({ title, words, first, mayShare = false, onSave, onClose }: Props) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { name: t('{name} is required', { name: t('Name') }) }),
    act: async ({ name = '', shared }) => {
      await onSave(name.trim(), shared !== undefined)
      onClose()
      toastSuccess(t('Saved as {name}.', { name: name.trim() }))
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="fields" onSubmit={onSubmit} noValidate>
        <p className="words">{words}</p>
        <TextField
          label={t('Name')}
          name="name"
          maxLength={60}
          defaultValue={first}
          autoComplete="off"
          isRequired
          autoFocus
          error={errorOf('name') ?? refusal?.join(' ')}
        />
        {mayShare && (
          <div className="preferences">
            <label>
              <input className="check" type="checkbox" name="shared" />
              {t('Share with everybody who may read this list')}
            </label>
          </div>
        )}
        <Acts go={t('Save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
