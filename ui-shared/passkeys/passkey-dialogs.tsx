import { Outcome } from '../auth/auth-page.tsx'
import { missing, useSubmit } from '../auth/use-submit.ts'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Acts, OwnPassword } from '../profile/small-form.tsx'
import { useFocusOnError } from '../profile/use-focus-on-error.ts'
import { addPasskey, type OwnPasskey, renamePasskey } from './calls.ts'

type Ends = { onDone: (message: string) => void; onClose: () => void }

const NameField = ({ isBusy, error, name = '' }: { isBusy: boolean; error: string | undefined; name?: string }) => (
  <TextField
    label={t('Name')}
    name="name"
    hint={t('What you know it by, such as “Work laptop”.')}
    isRequired
    autoFocus
    autoComplete="off"
    readOnly={isBusy}
    defaultValue={name}
    error={error}
  />
)

const sentences = () => ({ name: t('{name} is required', { name: t('Name') }) })

/** Names a passkey and makes it, for the password. */
export const AddDialog = ({ onDone, onClose }: Ends) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { ...sentences(), password: t('Enter a password.') }),
    act: async ({ name = '', password = '' }) => onDone(await addPasskey(name.trim(), password)),
  })
  const [name, password] = [errorOf('name'), errorOf('password')]
  const form = useFocusOnError(name, password)
  return (
    <Dialog title={t('Add a passkey')} onClose={onClose}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        {refusal && !name && !password && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
        <NameField isBusy={isBusy} error={name} />
        <OwnPassword isBusy={isBusy} error={password} />
        <Acts go={t('Add passkey')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Gives a passkey another name. */
export const RenameDialog = ({ one, onDone, onClose }: Ends & { one: OwnPasskey }) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, sentences()),
    act: async ({ name = '' }) => onDone(await renamePasskey(one.id, name.trim())),
  })
  const name = errorOf('name')
  const form = useFocusOnError(name)
  return (
    <Dialog title={t('Rename {name}', { name: one.name })} onClose={onClose}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        {refusal && !name && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
        <NameField isBusy={isBusy} error={name} name={one.name} />
        <Acts go={t('Save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
