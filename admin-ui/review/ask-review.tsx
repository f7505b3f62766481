import type { QueryClient } from '@tanstack/react-query'
import { say, t } from '../../ui-shared/i18n.ts'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { askReview, changeReview, type Proposal, reviewsQuery } from './calls.ts'
import { WordsDialog } from './words-dialog.tsx'

type Asked = {
  proposal: Proposal
  /** Makes what is sent ready once somebody asks: new pictures are stored only then. */
  prepare?: () => Promise<NonNullable<Proposal['sent']>>
  /** What the record is called, and what is to be done to it. */
  name: string
  label: string
}

/** Asks for a review of a proposal, or once more where what is proposed of the record waits or came back already. */
const send = async (client: QueryClient, proposal: Proposal, words: string): Promise<string> => {
  const { data } = await client.fetchQuery({ ...reviewsQuery(proposal.kind), staleTime: 0 })
  const own = data.find(({ record, isOwn }) => record === proposal.record && isOwn)
  const body = { ...proposal, ...(words.trim() === '' ? {} : { words }) }
  const { message } = await (own ? changeReview(own.id, body) : askReview(body))
  await client.invalidateQueries({ queryKey: ['review'] })
  return say(message)
}

const AskDialog = ({
  asked: { proposal, prepare, name, label },
  client,
  settle,
}: {
  asked: Asked
  client: QueryClient
  settle: (message: string | null) => void
}) => (
  <WordsDialog
    place={`review/ask/${proposal.kind}-${proposal.record}`}
    title={t('Ask for a review')}
    label={t('Words to whoever looks at it')}
    act={async (words) => {
      const sent = await prepare?.()
      const message = await send(client, { ...proposal, ...(sent ? { sent } : {}) }, words)
      return () => settle(message)
    }}
    onClose={() => settle(null)}
  >
    <p className="words">
      <b dir="auto">{name}</b>: {label}
    </p>
    <p className="words">
      {t('Nothing changes until somebody who may publish has looked at it. You are told by mail.')}
    </p>
  </WordsDialog>
)

/** Asks for a review of what somebody may write and not publish. Answers how that is told, null when it was called off. */
export const askForReview = (client: QueryClient, asked: Asked): Promise<string | null> =>
  new Promise((resolve) => {
    showDialog((close) => {
      const settle = (message: string | null) => {
        close()
        resolve(message)
      }
      return <AskDialog key="review" {...{ asked, client, settle }} />
    })
  })
