import { remark, review as reviewed } from '../../../domain/resources/review.ts'
import { z } from 'zod'
import type { Command, Dispatch } from '../../../commands/command.ts'
import { staff } from '../../../domain/person.ts'
import { accessDenied, noSuchRecord, Rejected } from '../../../domain/rejected.ts'
import { loadRecord } from '../../../commands/record.ts'
import { readFields } from '../../body/fields.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { mayComment, seenReview } from '../../wire/review.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'

const text = (most: number) => z.string('{name} is one text.').max(most, '{name} is too long.')

/** What belongs to no area is written for whoever was let in before. */
export const freely =
  ({ dispatch }: Pick<Services, 'dispatch'>): Dispatch =>
  (command) =>
    dispatch({ ...command, perms: null })

/** What somebody says with what they do. */
export const words = text(10_000).optional()

const remarkSchema = z.object({
  words: z.string('{name} is one text.'),
  field: text(60).optional(),
  quote: text(1_000).optional(),
  answers: z.int().min(1).optional(),
})

const idSchema = z.object({ data: z.object({ id: z.number() }) })
/** The id of the record that a write answered. */
export const idIn = (body: unknown): number => idSchema.parse(body).data.id

type Said = z.output<typeof remarkSchema>

/** Writes down what somebody says of a review. Whether they may was looked at before. */
export const comment = async (
  services: Services,
  call: Call,
  review: number,
  said: Said,
  more: Pick<Command, 'isSilent'> = {},
): Promise<unknown> => {
  const { record_name } = (await loadRecord(services.log, reviewed, review)).state.values
  const supplied = { review, record_name, author: personOf(signedIn(call)) }
  const sent = { fields: said, files: {}, fingerprint: JSON.stringify([review, said]) }
  return runWrite(services, call, remark, 'create', undefined, sent, {
    supplied,
    part: 'remark',
    // The version that the call names is that of the review.
    dispatch: ({ ifVersion: _, ...command }) => services.dispatch({ ...command, ...more, perms: null }),
  })
}

/** A review on which somebody may comment. @throws Rejected missing, forbidden */
const commented = async (services: Services, call: Call, id: number) => {
  const session = signedIn(call)
  const { row, of } = await seenReview(services, session, id)
  if (!mayComment(session, of)) throw new Rejected(accessDenied, 'forbidden')
  return row
}

const stepRoute = (services: Services, verb: 'settle' | 'reopen', summary: string): Route =>
  route({
    method: 'POST',
    url: `/remark/:id/${verb}`,
    audience: staff,
    summary,
    params: idParams,
    response: writeSchema,
    handler: async (call) => {
      const { state } = await loadRecord(services.log, remark, call.params.id)
      if (state.status === 'none') throw noSuchRecord(remark)
      await commented(services, call, Number(state.values.review))
      return runWrite(services, call, remark, verb, call.params.id, nothingSent, {
        dispatch: freely(services),
      })
    },
  })

/** Comments on what waits for review, on all of it or on a passage. */
export const remarkRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/review/:id/remark',
    audience: staff,
    summary: 'Comment on what waits for review, on a passage of it, or answer a comment',
    params: idParams,
    sends: remarkSchema,
    response: writeSchema,
    handler: async (call) => {
      const said = await readFields(call.request, remarkSchema)
      const { id, stage } = await commented(services, call, call.params.id)
      if (stage !== 'waiting' && stage !== 'sent_back') throw new Rejected('This review is over.')
      if (said.answers !== undefined) {
        const { state } = await loadRecord(services.log, remark, said.answers)
        if (state.status === 'none' || state.values.review !== id) throw noSuchRecord(remark)
      }
      return comment(services, call, id, said)
    },
  }),
  stepRoute(services, 'settle', 'Say that a comment is done'),
  stepRoute(services, 'reopen', 'Say that a comment is not done after all'),
]
