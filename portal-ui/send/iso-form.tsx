import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { NameIn } from '../../domain/fields/values.ts'
import type { request } from '../../domain/resources/request.ts'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { keptTexts } from '../../ui-shared/kept/kept-texts.ts'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import type { PageView } from '../page/page-view.ts'
import { SendButton } from './send-button.tsx'
import { useSending } from './use-sending.ts'
import '../styles/send.css'

const names = ['subject', 'message'] as const satisfies readonly NameIn<typeof request.fields>[]
type Name = (typeof names)[number]

const record = 'iso/new'

type OnSent = (isWaiting: boolean) => void

const Fields = ({ kept, onSent }: { kept: KeptForm; onSent: OnSent }) => {
  const { textOf, onInput } = keptTexts(kept, { subject: '', message: '' } satisfies Record<Name, string>)
  const { isBusy, errorOf, onSubmit } = useSending({
    path: '/utility/iso_submit',
    record,
    names,
    onSent: (isWaiting) => {
      void kept.drop()
      onSent(isWaiting)
    },
  })
  const field = (name: Name) => ({ name, defaultValue: textOf(name), error: errorOf(name), readOnly: isBusy })
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField {...field('subject')} label={t('Subject')} isRequired />
      <TextArea {...field('message')} label={t('Message')} rows={8} isRequired />
      <SendButton isBusy={isBusy} />
    </form>
  )
}

const Message = ({ onSent }: { onSent: OnSent }) => {
  const kept = useKeptForm(record)
  if (kept.found === undefined) return null
  return (
    <>
      <KeptNotice kept={kept} />
      <Fields key={kept.round} kept={kept} onSent={onSent} />
    </>
  )
}

const Sent = ({ isWaiting, onMore }: { isWaiting: boolean; onMore: () => void }) => (
  <p role="status">
    {isWaiting ? t('Your message waits on this device.') : t('Your message was sent.')}{' '}
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
  const [sent, setSent] = useState<{ isWaiting: boolean } | null>(null)
  return (
    <section className="send">
      <h1>{page.name}</h1>
      {me?.type !== 'employee' ? (
        <p>{t('Employees write to it here.')}</p>
      ) : sent ? (
        <Sent {...sent} onMore={() => setSent(null)} />
      ) : (
        <Message onSent={(isWaiting) => setSent({ isWaiting })} />
      )}
      <AlertHost />
    </section>
  )
}
