import { z } from 'zod'
import { done, doneSchema, messageSchema } from '../../body/fields.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { auditors } from './proofs.ts'

const shown = 10

const listRoute = ({ verifying }: Pick<Services, 'verifying'>): Route =>
  route({
    method: 'GET',
    url: '/checkpoint/verification',
    audience: auditors,
    summary: `The newest ${shown} verifications: how far, or what they found`,
    response: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          startedAt: z.string(),
          finishedAt: z.string().nullable(),
          state: z.enum(['running', 'broken', 'failed', 'whole', 'tampered']),
          share: z.number(),
          events: z.number().nullable(),
          signed: z.number().nullable(),
          files: z.number().nullable(),
          problems: z.array(messageSchema.extend({ position: z.string().nullable() })),
          notes: z.array(messageSchema),
        }),
      ),
    }),
    handler: async () => ({
      data: (await verifying.list(shown)).map(({ id, startedAt, finishedAt, state, share, result }) => ({
        id,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt && finishedAt.toISOString(),
        state,
        share,
        events: result?.events ?? null,
        signed: result?.signed ?? null,
        files: result?.files ?? null,
        problems: result?.problems ?? [],
        notes: result?.notes ?? [],
      })),
    }),
  })

const startRoute = ({ verifying }: Pick<Services, 'verifying'>): Route =>
  route({
    method: 'POST',
    url: '/checkpoint/verification',
    audience: auditors,
    summary: 'Verifies log, tree, read models and files in the background; one at a time',
    perMinute: 10,
    response: doneSchema.extend({ data: z.object({ id: z.string() }) }),
    handler: async () => ({
      ...done('checkpoint', 'The verification runs.'),
      data: await verifying.start(),
    }),
  })

/** Verification beside the running server. */
export const verificationRoutes = (services: Services): Route[] => [listRoute(services), startRoute(services)]
