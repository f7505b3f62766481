import { useState } from 'react'
import { Link } from 'react-router-dom'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import type { PageView } from '../page/page-view.ts'
import { SendButton } from './send-button.tsx'
import { useSending } from './use-sending.ts'
import '../styles/send.css'

const Message = ({ onSent }: { onSent: () => void }) => {
  const { isBusy, errorOf, onSubmit } = useSending({
    path: '/utility/iso_submit',
    names: ['subject', 'message'],
    onSent,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField label={t('Subject')} name="subject" isRequired error={errorOf('subject')} readOnly={isBusy} />
      <TextArea label={t('Message')} name="message" rows={8} isRequired error={errorOf('message')} readOnly={isBusy} />
      <SendButton isBusy={isBusy} />
    </form>
  )
}

const Sent = ({ onMore }: { onMore: () => void }) => (
  <p role="status">
    {t('Your message was sent.')}{' '}
    <Link className="link" to="/profile/requests">
      {t('My requests')}
    </Link>{' '}
    <button type="button" className="link" onClick={onMore}>
      {t('Write another')}
    </button>
  </p>
)

/** Messages to the ISO Center; for employees only. */
export const IsoForm: PageView = ({ page }) => {
  const me = useMe()
  const [isSent, setSent] = useState(false)
  return (
    <section className="send">
      <h1>{page.name}</h1>
      {me?.type !== 'employee' ? (
        <p>{t('Employees write to it here.')}</p>
      ) : isSent ? (
        <Sent onMore={() => setSent(false)} />
      ) : (
        <Message onSent={() => setSent(true)} />
      )}
      <AlertHost />
    </section>
  )
}
