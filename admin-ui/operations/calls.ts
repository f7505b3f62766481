import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const moment = z.nullable(z.string())
const standingSchema = z.object({
  models: z.object({
    behindMs: z.number(),
    behindEvents: z.number(),
    isBuilt: z.boolean(),
    halted: z.nullable(z.string()),
    rebuilding: z.nullable(z.number()),
  }),
  deadLetters: z.object({
    streams: z.number(),
    effects: z.number(),
    shown: z.array(z.object({ stream: z.string(), position: z.string(), error: z.string(), at: z.string() })),
  }),
  mail: z.object({ waiting: z.number(), late: z.number(), oldestSeconds: z.number(), failed: z.number() }),
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    planned: z.number(),
    overdueSeconds: z.number(),
    failed: z.number(),
  }),
  checkpoint: z.object({ signedAt: moment, size: z.number(), failingWitnesses: z.number() }),
  verification: z.nullable(z.object({ at: z.string(), state: z.string() })),
  backups: z.nullable(
    z.object({ newestAt: moment, nextAt: moment, bytes: z.number(), count: z.number(), isLate: z.boolean() }),
  ),
  room: z.object({ database: z.number(), free: z.nullable(z.number()), total: z.nullable(z.number()) }),
  processes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.number(),
      role: z.string(),
      version: z.string(),
      node: z.string(),
      startedAt: z.string(),
      beatAt: z.string(),
      state: z.enum(['running', 'stopping', 'lost']),
    }),
  ),
})

/** How the server stands. */
export type Standing = z.infer<typeof standingSchema>

const askEvery = { usual: 5_000, whileBuilding: 1_000 }

/** How the server stands, asked anew every few seconds. */
export const useStanding = (enabled: boolean) =>
  useQuery({
    queryKey: ['operations', 'standing'],
    queryFn: ({ signal }) => api.get('/utility/operations/standing', { as: oneOf(standingSchema), signal }),
    refetchInterval: ({ state }) =>
      (state.data?.data.models.rebuilding ?? null) === null ? askEvery.usual : askEvery.whileBuilding,
    enabled,
  })

const saidSchema = z.looseObject({ message: z.string(), id: z.optional(z.string()) })

/** Tries again what was set aside. */
export const replay = () =>
  api.post('/utility/operations/replay', {
    as: z.looseObject({ data: z.object({ replayed: z.number(), left: z.number() }) }),
  })

/** Begins to build the read models anew. */
export const rebuild = () => api.post('/utility/operations/rebuild', { as: saidSchema })
