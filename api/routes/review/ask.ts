import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { carryOut, nameOf } from '../../../commands/review/proposal.ts'
import { spoken } from '../../../domain/message.ts'
import { staff } from '../../../domain/person.ts'
import { noSuchAction, Rejected } from '../../../domain/rejected.ts'
import { actionOf, type Resource } from '../../../domain/resource.ts'
import { configuration, configurationId } from '../../../domain/resources/configuration.ts'
import { review } from '../../../domain/resources/review.ts'
import { writeSent } from '../../../domain/review/entry.ts'
import { readFields } from '../../body/fields.ts'
import { nothingSent } from '../../body/sent.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { unshaped } from '../../wire/adapters/reshape.ts'
import { kindOf, seenReview, streamsOf } from '../../wire/review.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { comment, freely, idIn, words } from './remark.ts'

const proposal = {
  verb: z.string('verb is what is to be done').max(60, 'verb is what is to be done'),
  version: z.int('version is the one that was seen').min(1, 'version is the one that was seen'),
  sent: z.record(z.string(), z.unknown()).optional(),
}
const id = z.int('record is the number of a record').min(1).max(2_147_483_647)
const askSchema = z.object({ kind: z.string('kind is the name of a kind of record'), record: id, ...proposal, words })
const changeSchema = z.object({ ...proposal, words })

type Asked = Pick<z.output<typeof changeSchema>, 'verb' | 'version' | 'sent'>

const isOn = async ({ records }: Pick<Services, 'records'>): Promise<boolean> =>
  (await records.find(configuration, String(configurationId), 'staff'))?.second_eyes === true

/** What is proposed, once it was tried as if it might be published: what is wrong with it is said at once. @throws Rejected */
const tried = async (
  services: Services,
  call: Call,
  of: Resource,
  record: number,
  { verb, version, sent = {} }: Asked,
) => {
  const { actor, perms } = signedIn(call)
  if (verb === 'create') throw new Rejected('Save it as a draft first.', 'validation')
  if (actionOf(of, verb) === null) throw noSuchAction(of)
  const { fields } = unshaped(of, { fields: sent, files: {}, fingerprint: '' })
  const proposed = { verb, sent: writeSent({ seen: version, values: fields }) }
  const by = { actor, perms: [...perms, `p-${of.area}`], isDryRun: true, version }
  const values = { kind: of.name, record, cause: randomUUID(), ...proposed }
  const outcome = await carryOut(services, of, values, by)
  if (outcome.before === undefined) throw new Rejected('Nothing would be changed.')
  return { proposed, name: nameOf(of, outcome.before) }
}

/** Runs what leaves a change of a record waiting. @throws Rejected taken where another one waits */
export const orWaits = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await run()
  } catch (error) {
    const isTaken = error instanceof Rejected && error.problems.some(({ property }) => property === 'waits')
    if (!isTaken) throw error
    throw new Rejected('Another change of this waits for review already.', 'taken')
  }
}

const begin = async (services: Services, call: Call): Promise<unknown> => {
  const session = signedIn(call)
  const { kind, record, words: said, ...asked } = await readFields(call.request, askSchema)
  const of = kindOf(services, session, kind)
  if (!(await isOn(services))) throw new Rejected('A second pair of eyes is switched off in the configuration.')
  const { proposed, name } = await tried(services, call, of, record, asked)
  const supplied = {
    kind,
    record,
    record_name: name,
    ...streamsOf(session, of, record),
    ...proposed,
    cause: randomUUID(),
  }
  const sent = { ...nothingSent, fingerprint: JSON.stringify([kind, record, asked, said]) }
  const body = await orWaits(() =>
    runWrite(services, call, review, 'create', undefined, sent, { supplied, dispatch: freely(services) }),
  )
  if (said) await comment(services, call, idIn(body), { words: said })
  return Object.assign({}, body, spoken({ id: askedFor, values: {} }))
}

const askedFor = 'The review is asked for.'
const change = async (services: Services, call: Call, reviewId: number): Promise<unknown> => {
  const session = signedIn(call)
  const { words: said, ...asked } = await readFields(call.request, changeSchema)
  const { row, of } = await seenReview(services, session, reviewId)
  if (row.author !== personOf(session))
    throw new Rejected('Only whoever asked for the review may change what is proposed.', 'forbidden')
  const { proposed } = await tried(services, call, of, row.record, asked)
  const sent = { fields: proposed, files: {}, fingerprint: JSON.stringify([asked, said]) }
  const body = await orWaits(() =>
    runWrite(services, call, review, 'change', reviewId, sent, { dispatch: freely(services) }),
  )
  if (said) await comment(services, call, reviewId, { words: said })
  return body
}

/** Who may write and not publish asks for a review, and changes what they proposed. */
export const askRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/review',
    audience: staff,
    summary: 'Propose a change of what is published, for somebody who may publish to look at',
    sends: askSchema,
    takes: { text: 2_000_000, pictures: 0 },
    response: writeSchema,
    handler: (call) => begin(services, call),
  }),
  route({
    method: 'POST',
    url: '/review/:id/change',
    audience: staff,
    summary: 'Change what one has proposed, and ask again where it came back',
    params: idParams,
    sends: changeSchema,
    takes: { text: 2_000_000, pictures: 0 },
    response: writeSchema,
    handler: (call) => change(services, call, call.params.id),
  }),
]
