import { z } from 'zod'
import { carryOut } from '../../../commands/review/proposal.ts'
import { loadRecord } from '../../../commands/record.ts'
import type { Command } from '../../../commands/command.ts'
import { isObject } from '../../../domain/json.ts'
import { fold } from '../../../domain/evolve.ts'
import { staff } from '../../../domain/person.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { file } from '../../../domain/resources/file.ts'
import { review } from '../../../domain/resources/review.ts'
import type { Resource } from '../../../domain/resource.ts'
import { readSent } from '../../../domain/review/entry.ts'
import { readFields } from '../../body/fields.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { mayPublishOf, seenReview } from '../../wire/review.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { orWaits } from './ask.ts'
import { comment, freely, idIn } from './remark.ts'

const publishSchema = z.object({
  version: z.int('version is the one that was seen').min(1, 'version is the one that was seen').optional(),
})
const sendBackSchema = z.object({ words: z.string('{name} is one text.').max(10_000, '{name} is too long.') })

/** A review that somebody may publish or send back. @throws Rejected missing, forbidden */
const judged = async (services: Services, call: Call, id: number) => {
  const session = signedIn(call)
  const seen = await seenReview(services, session, id)
  if (!mayPublishOf(session, seen.of, seen.row.verb)) throw new Rejected(accessDenied, 'forbidden')
  return seen
}

/** Does what is proposed in the name of whoever publishes it, once, and then says so. The review is as it was where that is refused. */
const carriedOut = async (services: Services, of: Resource, command: Command, version: number | undefined) => {
  const { id = 0, actor, correlationId } = command
  const free = freely(services)
  // Whether it waits still, as it was seen.
  const { span } = await free({ ...command, isDryRun: true })
  if (span) {
    const { state } = await loadRecord(services.log, review, id)
    const { values } = state
    const by = { actor, perms: command.perms, ...(correlationId === undefined ? {} : { correlationId }) }
    await carryOut(services, of, values, { ...by, version: version ?? readSent(values.sent).seen }, state.version)
  }
  return free(command)
}

const publish = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const { version } = await readFields(call.request, publishSchema)
  const { of } = await judged(services, call, id)
  const sent = { ...nothingSent, fingerprint: JSON.stringify([version ?? null]) }
  return runWrite(services, call, review, 'publish', id, sent, {
    dispatch: (command) => carriedOut(services, of, command, version),
  })
}

const sendBack = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const { words } = await readFields(call.request, sendBackSchema)
  if (words.trim() === '')
    rejectFields([fieldProblem('words', 'required', '{label} is required', { label: 'Comment' })])
  await judged(services, call, id)
  const sent = { ...nothingSent, fingerprint: JSON.stringify([words]) }
  const free = freely(services)
  return runWrite(services, call, review, 'send_back', id, sent, {
    dispatch: async (command) => {
      // Whether it waits still; a comment that goes with nothing would stay.
      const { span } = await free({ ...command, sent: { remark: 0 }, isDryRun: true })
      // The mail that tells of it holds the words.
      const said = span ? idIn(await comment(services, call, id, { words }, { isSilent: true })) : 0
      return free({ ...command, sent: { remark: said } })
    },
  })
}

/** The numbers that stand anywhere in what is proposed: ids of pictures among them. */
const numbersIn = (value: unknown): number[] => {
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  if (isObject(value)) return Object.values(value).flatMap(numbersIn)
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 2_147_483_647 ? [number] : []
}

const checkIsOwn = async (services: Services, call: Call, id: number): Promise<void> => {
  const session = signedIn(call)
  const { row } = await seenReview(services, session, id)
  if (row.author !== personOf(session))
    throw new Rejected('Only whoever asked for the review may withdraw it.', 'forbidden')
}

const withdraw = async (services: Services, call: Call, id: number): Promise<unknown> => {
  await checkIsOwn(services, call, id)
  return runWrite(services, call, review, 'withdraw', id, nothingSent, { dispatch: freely(services) })
}

/** @throws Rejected missing where a picture that came for the review was swept since (docs/decisions/content/0205) */
const checkPictures = async ({ log }: Services, values: unknown) => {
  for (const id of numbersIn(values)) {
    const { state } = await loadRecord(log, file, id)
    if (state.status === 'deleted' && state.values.source === 'review')
      throw new Rejected('A picture of it is not there any more. Please ask for a review anew.', 'missing')
  }
}

/** Lets it wait, or be with its author, as before it was withdrawn. */
const resume = async (services: Services, call: Call, id: number): Promise<unknown> => {
  await checkIsOwn(services, call, id)
  const { state, events } = await loadRecord(services.log, review, id, 0)
  if (state.values.stage === 'withdrawn') await checkPictures(services, readSent(state.values.sent).values)
  const withdrawn = events.findLastIndex(({ type }) => type === review.verbs.withdraw.on)
  const waited = fold(review, id, events.slice(0, Math.max(withdrawn, 0))).values.stage === 'waiting'
  const sent = { ...nothingSent, fields: { waited }, fingerprint: '' }
  return orWaits(() => runWrite(services, call, review, 'resume', id, sent, { dispatch: freely(services) }))
}

/** What becomes of a review: published or sent back by whoever may publish, withdrawn by its author. */
export const settleRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/review/:id/publish',
    audience: staff,
    summary: 'Publish what waits for review, in one’s own name; `version` is that of the record that one looked at',
    params: idParams,
    sends: publishSchema,
    response: writeSchema,
    handler: (call) => publish(services, call, call.params.id),
  }),
  route({
    method: 'POST',
    url: '/review/:id/send_back',
    audience: staff,
    summary: 'Send what waits for review back to its author, with words',
    params: idParams,
    sends: sendBackSchema,
    response: writeSchema,
    handler: (call) => sendBack(services, call, call.params.id),
  }),
  route({
    method: 'POST',
    url: '/review/:id/withdraw',
    audience: staff,
    summary: 'Withdraw what one has proposed',
    params: idParams,
    response: writeSchema,
    handler: (call) => withdraw(services, call, call.params.id),
  }),
  route({
    method: 'POST',
    url: '/review/:id/resume',
    audience: staff,
    summary: 'Take back that one has withdrawn what one had proposed',
    params: idParams,
    response: writeSchema,
    handler: (call) => resume(services, call, call.params.id),
  }),
]
