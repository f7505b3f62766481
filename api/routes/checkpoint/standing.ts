import { z } from 'zod'
import { due } from '../../../event-store/merkle/checkpoints.ts'
import { listCheckpoints } from '../../../event-store/merkle/listing.ts'
import { mailKeyOf } from '../../../event-store/merkle/telling.ts'
import type { WitnessState } from '../../../event-store/merkle/witness-state.ts'
import { mailStates } from '../../../platform/mail/outbox.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { auditors } from './proofs.ts'
import { listed, listedSchema } from './shown.ts'

const witnessSchema = z.object({
  id: z.string(),
  kind: z.enum(['signing', 'folder', 'mail', 'http']),
  place: z.string(),
  size: z.number(),
  succeededAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  failure: z.string().nullable(),
  retryAt: z.string().nullable(),
  /** What became of the newest mail, where it is a mailbox. */
  mail: z.string().nullable(),
})

const momentOf = (at: Date | null) => at && at.toISOString()

const witnessesOf = async ({ pool, proof }: Pick<Services, 'pool' | 'proof'>) => {
  const witnesses = await proof.standing()
  const keyOf = ({ id, size }: WitnessState) => mailKeyOf(id, size)
  const mails = await mailStates(pool, witnesses.filter(({ kind }) => kind === 'mail').map(keyOf))
  return witnesses.map((witness) => ({
    id: witness.id,
    kind: witness.kind,
    place: witness.place,
    size: witness.size,
    succeededAt: momentOf(witness.succeededAt),
    failedAt: momentOf(witness.failedAt),
    failure: witness.failure,
    retryAt: momentOf(witness.retryAt),
    mail: mails.get(keyOf(witness)) ?? null,
  }))
}

/** How many events no checkpoint covers yet; a thousand stands for more. */
const uncoveredOf = async ({ log }: Pick<Services, 'log'>, position: bigint): Promise<number> =>
  (await log.store.readAll(position, due.events)).length

/** How far the log is signed, and whether whatever keeps checkpoints could be told. */
export const standingRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/standing',
    audience: auditors,
    summary:
      'How far the log is signed, how many events are not covered yet (1000 stands for more), and how it went with each witness',
    response: z.object({
      data: z.object({
        newest: listedSchema.nullable(),
        uncovered: z.number(),
        witnesses: z.array(witnessSchema),
      }),
    }),
    handler: async () => {
      const { checkpoints } = await listCheckpoints(services.pool, services.proof.checkpoints, { from: 0, limit: 1 })
      const [newest = null] = checkpoints
      return {
        data: {
          newest: newest && listed(newest),
          uncovered: newest && !newest.signed ? 0 : await uncoveredOf(services, newest?.signed?.position ?? 0n),
          witnesses: await witnessesOf(services),
        },
      }
    },
  })
