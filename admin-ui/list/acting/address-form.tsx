import { missing, useSubmit } from '../../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../../ui-shared/fields/text-field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { Acts } from '../../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../../ui-shared/profile/use-focus-on-error.ts'

/** Asks for the address of a record; what `go` throws stands below the field. */
export const AddressForm = ({
  title,
  words,
  address,
  submit,
  go,
  onClose,
}: {
  title: string
  words: string
  /** What the field begins with. */
  address: string
  /** The words on the button. */
  submit: string
  go: (slug: string) => Promise<void>
  onClose: () => void
}) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { slug: t('{name} is required', { name: t('Address') }) }),
    act: ({ slug = '' }) => go(slug),
  })
  const error = errorOf('slug') ?? refusal?.join(' ')
  const form = useFocusOnError(error)
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <p className="words">{words}</p>
        <TextField
          label={t('Address')}
          name="slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          autoFocus
          readOnly={isBusy}
          defaultValue={address}
          error={error}
        />
        <Acts go={submit} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
