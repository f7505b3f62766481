import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { Outcome } from '../../ui-shared/auth/auth-page.tsx'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../ui-shared/profile/use-focus-on-error.ts'
import type { Asked } from './restore-elsewhere.tsx'
import { keyOf, titleOf } from './row.ts'

/** Asks under which address a record comes back from Trash, its own being taken (spec/decisions X20). */
export const RestoreDialog = ({ resource, row, settle }: Asked) => {
  const address = keyOf(row)
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { slug: t('{name} is required', { name: t('Address') }) }),
    act: async ({ slug = '' }) =>
      settle(await api.post(`/${resource.name}/${row.id}/restore`, { body: { slug }, as: writtenSchema })),
  })
  const error = errorOf('slug')
  const form = useFocusOnError(error)
  const words = { title: titleOf(row), address, thing: t(resource.label).toLowerCase() }
  const close = () => settle(null)
  return (
    <Dialog title={t('Restore under another address')} onClose={close}>
      <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <p className="words">
          {t('“{title}” was at {address}, which is the address of another {thing} by now.', words)}
        </p>
        {refusal && !error && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
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
