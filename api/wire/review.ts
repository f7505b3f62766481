import { streamOf } from '../../domain/event.ts'
import { personalText } from '../../domain/people/masked.ts'
import { sightOf } from '../../domain/people/personal.ts'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { type Remark, type Review, reviewedKinds } from '../../domain/review/entry.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import type { RemarkRow, ReviewRow } from '../../projections/review/reviews.ts'
import { personOf, type Session } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { peopleNamed } from './schedule.ts'

type Known = Pick<Services, 'resources' | 'records'>

const noSuch = () => new Rejected('There is no such review.', 'missing')

/** The kinds of records whose reviews somebody is shown: those that they may read, also as an auditor. */
export const readableKinds = ({ resources }: Pick<Services, 'resources'>, { perms }: Session): Resource[] =>
  reviewedKinds(resources).filter((resource) => sightOf(resource, perms) !== 'none')

/** The kinds that somebody may publish. */
export const publishableKinds = (known: Pick<Services, 'resources'>, session: Session): Resource[] =>
  readableKinds(known, session).filter(({ area }) => session.perms.includes(`p-${area}`))

/** The kind of a review, for whoever may read it. @throws Rejected missing */
export const kindOf = (known: Pick<Services, 'resources'>, session: Session, name: string): Resource => {
  const resource = readableKinds(known, session).find((one) => one.name === name)
  if (!resource) throw noSuch()
  return resource
}

/** Whether somebody may publish what is proposed: it is done in their name, so that they may do it themselves. */
export const mayPublishOf = ({ perms }: Session, resource: Resource, verb: string): boolean =>
  [`p-${resource.area}`, `${actionOf(resource, verb)}-${resource.area}`].every((name) => perms.includes(name))

/** Whether somebody may comment on records of a kind: whoever may write or publish them. */
export const mayComment = ({ perms }: Session, { area }: Resource): boolean =>
  ['c', 'u', 'p'].some((action) => perms.includes(`${action}-${area}`))

/** A review of a record, for whoever may read that. @throws Rejected missing */
export const seenReview = async (
  known: Known,
  session: Session,
  id: number,
): Promise<{ row: ReviewRow; of: Resource }> => {
  const row = await known.records.reviewById(id)
  if (!row) throw noSuch()
  return { row, of: kindOf(known, session, row.kind) }
}

/** Reviews as somebody reads them. */
export const reviewsFor = async (known: Known, session: Session, rows: readonly ReviewRow[]): Promise<Review[]> => {
  const named = await peopleNamed(
    known,
    session,
    rows.map(({ author }) => author),
  )
  return rows.flatMap(({ since, author, ...row }) => {
    const of = known.resources.find(({ name }) => name === row.kind)
    if (!of) return []
    const isOwn = author === personOf(session)
    const isWaiting = row.stage === 'waiting'
    return [
      {
        ...row,
        label: nameOfVerb(of, row.verb),
        author: named(author),
        isOwn,
        since: since.toISOString(),
        mayPublish: isWaiting && mayPublishOf(session, of, row.verb),
        mayWithdraw: (isWaiting || row.stage === 'sent_back') && isOwn,
      },
    ]
  })
}

/** Comments on a record of a kind as somebody reads them: their words are personal. */
export const remarksFor = async (
  known: Known,
  session: Session,
  of: Resource,
  rows: readonly RemarkRow[],
): Promise<Remark[]> => {
  const isMasked = sightOf(of, session.perms) === 'masked'
  const named = await peopleNamed(
    known,
    session,
    rows.map(({ author }) => author),
  )
  return rows.map(({ author, at, stage, ...row }) => ({
    ...row,
    words: isMasked && row.words !== '' ? personalText : row.words,
    author: named(author),
    at: at.toISOString(),
    isSettled: stage === 'settled',
  }))
}

/** What tells a record from all others, and who is signed in. */
export const streamsOf = (session: Session, { name }: Resource, record: number) => ({
  waits: streamOf(name, record),
  author: personOf(session),
})
