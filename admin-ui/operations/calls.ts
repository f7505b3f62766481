import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { askEvery, type Standing, standingSchema } from '../../domain/operations/standing.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

export type { Standing }

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
