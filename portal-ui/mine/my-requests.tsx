import { Link, useParams } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { IndexPage } from '../index-page.tsx'
import { listSearch } from '../list-address.ts'
import { categoryOf, mineQuery, type Narrowed, narrowedBy, sentResourceOf } from './mine-queries.ts'
import { SentCard } from './sent-card.tsx'
import { SentPage } from './sent-page.tsx'
import '../styles/send.css'

const kinds = (): readonly (readonly [Narrowed['kind'], string])[] => [
  ['', t('All kinds')],
  ['requests', t('Stationery')],
  ['messages', t('ISO messages')],
  ['job_application', t('Applications')],
]

const states = (): readonly (readonly [Narrowed['state'], string])[] => [
  ['', t('Open and over')],
  ['open', t('Still open')],
  ['over', t('Over')],
]

const Choices = <Word extends string>({
  label,
  words,
  now,
  to,
}: {
  label: string
  words: readonly (readonly [Word, string])[]
  now: Word
  to: (word: Word) => Narrowed
}) => (
  <nav className="tabs" aria-label={label}>
    {words.map(([word, said]) => (
      <Link
        key={word}
        to={{ search: listSearch({ category: categoryOf(to(word)) }) }}
        aria-current={word === now ? 'page' : undefined}
      >
        {said}
      </Link>
    ))}
  </nav>
)

const Tools = ({ now }: { now: Narrowed }) => (
  <div className="narrowed">
    <Choices label={t('Type')} words={kinds()} now={now.kind} to={(kind) => ({ ...now, kind })} />
    <Choices label={t('Stage')} words={states()} now={now.state} to={(state) => ({ ...now, state })} />
  </div>
)

const List = () => (
  <>
    <IndexPage
      title={t('My requests')}
      tools={({ category }) => <Tools now={narrowedBy(category)} />}
      queryOf={mineQuery}
      empty={t('You have sent nothing yet')}
      item={(sent, _place, search) => (
        <SentCard
          key={`${sent.resource} ${sent.id}`}
          sent={sent}
          resource={sent.resource}
          answers={sent.answers}
          isUnread={sent.isUnread}
          listSearch={search}
        />
      )}
    />
    <AlertHost />
  </>
)

/** All that the employee has sent, with where it stands and how it came there; or one of it. */
export const Component = () => {
  const { kind, id } = useParams()
  const resource = sentResourceOf(kind)
  return resource && id !== undefined ? <SentPage resource={resource} id={id} /> : <List />
}
