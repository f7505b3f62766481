import { z } from 'zod'
import { Rejected } from '../../../domain/rejected.ts'
import { CheckpointRefused } from '../../../event-store/merkle/checkpoints.ts'
import type { SignedCheckpoint } from '../../../event-store/merkle/note.ts'
import { proveConsistency, proveInclusion } from '../../../event-store/merkle/proving.ts'
import { TreeIncomplete } from '../../../event-store/merkle/tiles.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { checkpointSchema, shown } from './shown.ts'

/** Whoever may look at checkpoints and proofs. */
export const auditors = { anyOf: ['r-audit'] }

const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'))

const contradiction = () => new Rejected('Log, tree and checkpoints contradict each other. Run the verification.')

/** What asks the stored tree. @throws Rejected where it does not hold what was signed */
const ofTree = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof TreeIncomplete || error instanceof CheckpointRefused ? contradiction() : error
  }
}

const newestOrNone = async ({ proof }: Pick<Services, 'proof'>): Promise<SignedCheckpoint | undefined> =>
  (await ofTree(() => proof.checkpoints.list(1)))[0]

const newestOf = async (services: Services): Promise<SignedCheckpoint> => {
  const newest = await newestOrNone(services)
  if (!newest) throw new Rejected('No checkpoint was signed yet.', 'missing')
  return newest
}

const latestRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/latest',
    audience: auditors,
    summary: 'The newest signed checkpoint over the log; null before the first',
    response: z.object({ data: checkpointSchema.nullable() }),
    handler: async () => {
      const newest = await newestOrNone(services)
      return { data: newest ? shown(newest) : null }
    },
  })

const noteRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/latest/note',
    audience: auditors,
    summary: 'The newest checkpoint as a signed note, plain text (C2SP tlog-checkpoint)',
    handler: async ({ reply }) => reply.type('text/plain; charset=utf-8').send((await newestOf(services)).text),
  })

const positionQuery = z
  .string('{name} is the number of an entry.')
  .regex(/^[1-9]\d{0,18}$/, '{name} is the number of an entry.')
  .transform(BigInt)
  // Beyond what a log can hold.
  .refine((one) => one < 2n ** 63n, '{name} is the number of an entry.')

const inclusionRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/inclusion',
    audience: auditors,
    summary:
      'Proves that an event is covered by the newest checkpoint (RFC 6962): its leaf, and the hashes from it to the root',
    query: z.object({ position: positionQuery }),
    response: z.object({
      data: z.object({
        position: z.string(),
        index: z.number(),
        leaf: z.string(),
        proof: z.array(z.string()),
        checkpoint: checkpointSchema,
      }),
    }),
    handler: async ({ query: { position } }) => {
      const { pool, log } = services
      const newest = await newestOf(services)
      const found = await ofTree(() => proveInclusion(pool, log.store, newest, position))
      const values = { position: String(position) }
      if (found === 'changed')
        throw new Rejected('The event at position {position} is not the one that was signed.', 'rule', { values })
      if (found === 'missing')
        throw new Rejected('No checkpoint covers an event at position {position}.', 'missing', { values })
      const { index, leaf, proof } = found
      return { data: { position: String(position), index, leaf, proof: base64(proof), checkpoint: shown(newest) } }
    },
  })

const sizeQuery = z
  .string('{name} is a number of events.')
  .regex(/^\d{1,15}$/, '{name} is a number of events.')
  .transform(Number)

const consistencyRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/consistency',
    audience: auditors,
    summary:
      'Proves that the log of `to` events (by default those of the newest checkpoint) begins with that of `from` (RFC 6962)',
    query: z.object({ from: sizeQuery, to: sizeQuery.optional() }),
    response: z.object({
      data: z.object({ from: z.number(), to: z.number(), proof: z.array(z.string()), checkpoint: checkpointSchema }),
    }),
    handler: async ({ query: { from, to } }) => {
      const newest = await newestOf(services)
      const size = to ?? newest.size
      if (from > size || size > newest.size)
        throw new Rejected(
          'The newest checkpoint is of {size} events: ask for no more, and from fewer to more.',
          'rule',
          {
            values: { size: newest.size },
          },
        )
      const proof = await ofTree(() => proveConsistency(services.pool, from, size))
      return { data: { from, to: size, proof: base64(proof), checkpoint: shown(newest) } }
    },
  })

/** The newest checkpoint and proofs, for whoever checks them with the public key. */
export const proofRoutes = (services: Services): Route[] => [
  latestRoute(services),
  noteRoute(services),
  inclusionRoute(services),
  consistencyRoute(services),
]
