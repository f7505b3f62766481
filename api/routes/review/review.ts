import { z } from 'zod'
import { carryOut, changesOf } from '../../../commands/review/proposal.ts'
import { loadRecord } from '../../../commands/record.ts'
import { isRefusal, messageOfRefusal } from '../../../commands/refusal.ts'
import { staff } from '../../../domain/person.ts'
import { isToBeShown } from '../../../domain/publishing.ts'
import type { Resource } from '../../../domain/resource.ts'
import { remark, review } from '../../../domain/resources/review.ts'
import { readSent, reviewDetailSchema, reviewSchema } from '../../../domain/review/entry.ts'
import { mostReviews } from '../../../projections/review/reviews.ts'
import { personOf, type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import {
  kindOf,
  mayComment,
  publishableKinds,
  readableKinds,
  remarksFor,
  reviewsFor,
  seenReview,
} from '../../wire/review.ts'
import { auditors, momentQuery, servicesAt, trialAt } from '../../wire/moment.ts'
import { idParams, plain, whole } from '../../wire/wire.ts'
import { storyRoutes } from '../history/history.ts'
import { filesOf } from '../history/version.ts'
import { askRoutes } from './ask.ts'
import { remarkRoutes } from './remark.ts'
import { settleRoutes } from './settle.ts'

// What was so at a moment is read alone.
const readOnly = <R extends object>(one: R) => ({ ...one, mayPublish: false, mayWithdraw: false, mayComment: false })

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/review',
    audience: staff,
    atMoments: auditors,
    summary: 'What waits for review of the records that one may read, and what came back to oneself; or of one record',
    query: momentQuery.extend({ kind: plain(60).optional(), record: whole(1, 999_999_999).optional() }),
    response: z.object({ data: z.array(reviewSchema), isCut: z.boolean() }),
    handler: async (call) => {
      const session = signedIn(call)
      const { kind, record: id, as_of: asked } = call.query
      const then = await servicesAt(services, asked)
      const kinds = kind === undefined ? readableKinds(services, session) : [kindOf(services, session, kind)]
      const record = kind === undefined || id === undefined ? {} : { record: { kind, id } }
      const wanted = { own: personOf(session), kinds: kinds.map(({ name }) => name), ...record }
      const rows = await then.records.openReviews(wanted)
      const data = await reviewsFor(then, session, rows.slice(0, mostReviews))
      return { data: asked === undefined ? data : data.map(readOnly), isCut: rows.length > mostReviews }
    },
  })

const countRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/review/unread',
    audience: staff,
    summary: 'How many reviews wait for oneself: of what one may publish, and what came back',
    response: z.object({ data: z.object({ reviews: z.number() }) }),
    handler: async (call) => {
      const session = signedIn(call)
      const kinds = publishableKinds(services, session).map(({ name }) => name)
      return { data: { reviews: await services.records.countReviews({ own: personOf(session), kinds }) } }
    },
  })

type State = Awaited<ReturnType<typeof loadRecord<typeof review.fields>>>['state']

const nothing = { changes: [], files: [] }

/** What a proposal would change as the record is now: tried in the name of whoever looks, as if they might do all. */
const outlook = async (services: Services, { actor }: Session, of: Resource, { values }: State) => {
  try {
    const outcome = await carryOut(services, of, values, { actor, perms: null, isDryRun: true })
    const files = await Promise.all(
      [outcome.before, outcome.state].map((one) => filesOf(services, of, one?.values ?? {})),
    )
    return { changes: changesOf(of, outcome), files: files.flat(), refused: null }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...nothing, refused: messageOfRefusal(error) }
  }
}

const detailOf = async (services: Services, session: Session, id: number) => {
  const { row, of } = await seenReview(services, session, id)
  const [{ state }, { state: record }] = await Promise.all([
    loadRecord(services.log, review, id),
    loadRecord(services.log, of, row.record),
  ])
  const [one] = await reviewsFor(services, session, [row])
  const isOpen = row.stage === 'waiting' || row.stage === 'sent_back'
  return {
    ...one,
    recordVersion: record.version,
    isLive: isToBeShown(of, record),
    ...(isOpen ? await outlook(services, session, of, state) : { ...nothing, refused: null }),
    sent: one?.isOwn ? readSent(state.values.sent).values : null,
    seen: readSent(state.values.sent).seen,
    comments: await remarksFor(services, session, of, await services.records.remarksOf(id)),
    mayComment: isOpen && mayComment(session, of),
  }
}

const readRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/review/:id',
    audience: staff,
    atMoments: auditors,
    summary: 'What waits for review, with what it would change of the record as that is, and what is said of it',
    params: idParams,
    query: momentQuery,
    response: z.object({ data: reviewDetailSchema }),
    handler: async (call) => {
      const { as_of: asked } = call.query
      const data = await detailOf(await trialAt(services, asked), signedIn(call), call.params.id)
      return { data: asked === undefined ? data : { ...data, ...readOnly(data) } }
    },
  })

/** Changes of what is published that wait for whoever may publish (docs/decisions/content/0200). */
export const reviewRoutes = (services: Services): Route[] => [
  listRoute(services),
  countRoute(services),
  ...askRoutes(services),
  readRoute(services),
  ...settleRoutes(services),
  ...remarkRoutes(services),
  ...storyRoutes(services, review),
  ...storyRoutes(services, remark),
]
