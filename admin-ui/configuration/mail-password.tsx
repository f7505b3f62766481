import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Setting } from '../../domain/resources/configuration.ts'
import { api } from '../../ui-shared/api/client.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { MailWays } from './mail-ways.tsx'
import { mailServerKey } from './mail-server-query.ts'
import type { FormPart, WidgetProps } from '../edit/fields/widget-props.ts'

const resultSchema = oneOf(z.object({ to: z.string(), answer: z.string(), isInForce: z.boolean() }))

const names = ['email_name', 'email_host', 'email_port_smtp'] as const satisfies readonly Setting[]
const password = 'email_password' satisfies Setting

// What stands in the form, saved or not. An empty password is the one that is kept.
const settingsOf = ({ valueOf }: FormPart) => ({
  ...Object.fromEntries(names.map((name) => [name, valueOf(name) ?? ''])),
  [password]: valueOf(password),
})

const TestMail = ({ form, isDisabled }: { form: FormPart; isDisabled: boolean }) => {
  const settings = settingsOf(form)
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: (body: typeof settings) =>
      api.post('/configuration/test_mail', { body, as: resultSchema, timeout: 40_000 }),
    onSettled: () => client.invalidateQueries({ queryKey: mailServerKey }),
  })
  // What was said holds for what was tried.
  const isSame = JSON.stringify(test.variables) === JSON.stringify(settings)
  const result = isSame ? test.data?.data : undefined
  return (
    <div className="f">
      <div className="acts">
        <button
          type="button"
          className="btn"
          disabled={isDisabled}
          aria-disabled={test.isPending}
          onClick={() => test.isPending || test.mutate(settings)}
        >
          {test.isPending ? t('Sending…') : t('Send test mail')}
        </button>
      </div>
      <div role="status">
        {result && (
          <p>
            {t('The server took the mail to {to}: {answer}', { to: result.to, answer: result.answer })}{' '}
            {!result.isInForce && t('Save to use these settings.')}
          </p>
        )}
        {isSame && test.error && <p className="wrong">{say(test.error.message)}</p>}
      </div>
    </div>
  )
}

/** The password of the sender, a mail that tries the settings as they stand in the form, and which mails go by those that are saved. */
export const MailPassword = (props: WidgetProps) => (
  <>
    <props.form.Control {...props} />
    <TestMail form={props.form} isDisabled={props.isDisabled} />
    <MailWays version={props.form.row?.version} />
  </>
)
