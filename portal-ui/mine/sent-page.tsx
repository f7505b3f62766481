import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { Conversation } from '../../ui-shared/talk/conversation.tsx'
import { Back, DetailPage } from '../detail-page.tsx'
import { openStages, type Sent, type SentResource, sentQuery } from './mine-queries.ts'
import { Content, Stage, Steps } from './sent-card.tsx'
import { isAnswered } from './stages.ts'
import { Withdraw } from './withdraw.tsx'
import '../styles/send.css'

type One = Sent & { resource: SentResource; name: string }

const useSeen = ({ resource, id, version }: Pick<One, 'resource' | 'id' | 'version'>) => {
  const client = useQueryClient()
  // Opening is reading, and so is what comes while it is open.
  useEffect(() => {
    api
      .post(`/${resource}/${id}/seen`, { as: z.unknown() })
      .then(() => client.invalidateQueries({ queryKey: ['mine', 'sent'] }))
      .catch(() => undefined)
  }, [client, resource, id, version])
}

const Talk = ({ sent }: { sent: One }) => {
  const client = useQueryClient()
  useSeen(sent)
  const { resource, id, name, stage, created_at: at, timeline, answers } = sent
  return (
    <section className="send sent one">
      <Back to="/profile/requests" />
      <header>
        <h1 dir="auto">{name}</h1>
        <Stage stage={stage} />
      </header>
      <p className="dim">{at && formatDate(at)}</p>
      <Content sent={sent} />
      <Steps timeline={timeline} />
      {openStages.includes(stage) && <Withdraw sent={sent} />}
      <h2>{t('Conversation')}</h2>
      <Conversation
        resource={resource}
        id={id}
        side="employee"
        answers={answers}
        nameOf={({ by }) => (by === 'employee' ? t('You') : t('Staff'))}
        isOpen={isAnswered(resource, stage)}
        mayAnswer
        onSent={() => client.invalidateQueries({ queryKey: ['mine'] })}
      />
    </section>
  )
}

/** One of what the employee has sent, and what both sides have said about it. */
export const SentPage = ({ resource, id }: { resource: SentResource; id: string }) => (
  <>
    <DetailPage query={sentQuery(resource, id)} title={t('My requests')} missing={t('You have sent no such thing')}>
      {(sent) => <Talk key={`${resource} ${sent.id}`} sent={sent} />}
    </DetailPage>
    <AlertHost />
  </>
)
