import { z } from 'zod'
import { keyUses, listCheckpoints } from '../../../event-store/merkle/listing.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { listMeta, metaSchema, whole } from '../../wire/wire.ts'
import { auditors, proofRoutes } from './proofs.ts'
import { listed, listedSchema } from './shown.ts'
import { standingRoute } from './standing.ts'
import { verificationRoutes } from './verification.ts'

const listRoute = ({ pool, proof }: Pick<Services, 'pool' | 'proof'>): Route =>
  route({
    method: 'GET',
    url: '/checkpoint',
    audience: auditors,
    summary: 'Signed checkpoints over the log, newest first',
    query: z.object({ page: whole(1, 1_000_000).default(1), per_page: whole(1, 1_000).default(20) }),
    response: z.object({ data: z.array(listedSchema), meta: metaSchema }),
    handler: async ({ query: { page, per_page: limit } }) => {
      const { total, checkpoints } = await listCheckpoints(pool, proof.checkpoints, { from: (page - 1) * limit, limit })
      return { data: checkpoints.map(listed), meta: listMeta(total, limit) }
    },
  })

const momentSchema = z.object({ size: z.number(), at: z.string() }).nullable()

const keysRoute = ({ pool, proof }: Pick<Services, 'pool' | 'proof'>): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/keys',
    audience: auditors,
    summary:
      'The public keys by which checkpoints are signed, as tools for signed notes take them, and what each signed',
    response: z.object({
      data: z.object({
        origin: z.string(),
        keys: z.array(
          z.object({
            id: z.string(),
            verifier: z.string(),
            isInUse: z.boolean(),
            first: momentSchema,
            last: momentSchema,
          }),
        ),
      }),
    }),
    handler: async () => {
      const keys = await keyUses(pool, proof.checkpoints)
      const moment = (one: { size: number; at: Date } | null) => one && { size: one.size, at: one.at.toISOString() }
      return {
        data: {
          origin: proof.checkpoints.origin,
          keys: keys.map((key) => ({ ...key, first: moment(key.first), last: moment(key.last) })),
        },
      }
    },
  })

/** Checkpoints over the log, their keys, and proofs by them. */
export const checkpointRoutes = (services: Services): Route[] => [
  listRoute(services),
  keysRoute(services),
  standingRoute(services),
  ...verificationRoutes(services),
  ...proofRoutes(services),
]
