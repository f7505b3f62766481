import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'

const askedSchema = z.object({
  name: z.string(),
  counts: z.array(z.object({ says: z.object({ id: z.string() }), count: z.number() })),
})
type Asked = z.infer<typeof askedSchema>

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What would go with somebody. @throws ApiError when they may not be erased */
export const askWhatGoes = async (path: string): Promise<Asked> =>
  (await api.get(`${path}/erasure`, { as: oneOf(askedSchema) })).data

/** Says what goes, and erases once the name of the person is typed. */
export const ErasureDialog = ({
  path,
  asked,
  onDone,
  onClose,
}: {
  path: string
  asked: Asked
  onDone: (message: string) => void
  onClose: () => void
}) => {
  const client = useQueryClient()
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { name: t('{name} is required', { name: t('Name') }) }),
    act: async ({ name = '' }) => {
      const { message } = await api.post(`${path}/erasure`, { body: { name }, as: writtenSchema })
      onClose()
      await client.invalidateQueries()
      onDone(say(message))
    },
  })
  const wrong = errorOf('name')
  return (
    <Dialog title={t('Erase this person?')} onClose={onClose}>
      <form className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
        <p className="words">
          {t(
            'What is personal goes for good, everywhere. What others did with it stays, and reads “[erased]”. There is no way back.',
          )}
        </p>
        <ul className="words">
          {asked.counts.map(({ says, count }) => (
            <li key={says.id}>
              {capital(say(says.id))} <span className="mono">{count}</span>
            </li>
          ))}
        </ul>
        {refusal && !wrong && (
          <p className="notice" role="alert">
            {refusal.join(' ')}
          </p>
        )}
        <TextField
          label={t('To confirm, type the name: {name}', { name: asked.name })}
          name="name"
          autoComplete="off"
          isRequired
          autoFocus
          readOnly={isBusy}
          error={wrong}
        />
        <Acts go={t('Erase for good')} isDanger isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
