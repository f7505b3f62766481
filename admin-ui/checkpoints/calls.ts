import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf, pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { Query } from '../../ui-shared/api/typed.ts'

const checkpointSchema = z.object({
  size: z.number(),
  position: z.nullable(z.string()),
  root: z.nullable(z.string()),
  signedAt: z.string(),
  key: z.nullable(z.string()),
})
const momentSchema = z.nullable(z.object({ size: z.number(), at: z.string() }))
const keySchema = z.object({
  id: z.string(),
  verifier: z.string(),
  isInUse: z.boolean(),
  first: momentSchema,
  last: momentSchema,
})
const witnessSchema = z.object({
  id: z.string(),
  kind: z.enum(['signing', 'folder', 'mail', 'http']),
  place: z.string(),
  size: z.number(),
  succeededAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  retryAt: z.nullable(z.string()),
  mail: z.nullable(z.string()),
})
const standingSchema = z.object({
  newest: z.nullable(checkpointSchema),
  uncovered: z.number(),
  witnesses: z.array(witnessSchema),
})
const values = z.catchall(z.object({}), z.union([z.string(), z.number()]))
const messageSchema = z.object({ id: z.string(), values })
const verificationSchema = z.object({
  id: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  state: z.enum(['running', 'broken', 'failed', 'whole', 'tampered']),
  share: z.number(),
  events: z.nullable(z.number()),
  signed: z.nullable(z.number()),
  files: z.nullable(z.number()),
  problems: z.array(z.extend(messageSchema, { position: z.nullable(z.string()) })),
  notes: z.array(messageSchema),
})

/** A signed checkpoint; without key and root when no key of this log signed it. */
export type Checkpoint = z.infer<typeof checkpointSchema>
/** A public key and what it signed. */
export type Key = z.infer<typeof keySchema>
/** What keeps checkpoints, and how it went. */
export type Witness = z.infer<typeof witnessSchema>
/** How far the log is signed. */
export type Signed = z.infer<typeof standingSchema>
/** A verification on the server, under way or done. */
export type Verification = z.infer<typeof verificationSchema>

/** A page of checkpoints, the newest first. */
export const useCheckpoints = (query: Query) =>
  useQuery({
    queryKey: ['checkpoint', query],
    queryFn: ({ signal }) => api.get('/checkpoint', { query, as: pageOf(checkpointSchema), signal }),
    placeholderData: keepPreviousData,
  })

/** The public keys of the log, the one that signs now first. */
export const useKeys = () =>
  useQuery({
    queryKey: ['checkpoint', 'keys'],
    queryFn: ({ signal }) =>
      api.get('/checkpoint/keys', { as: oneOf(z.object({ origin: z.string(), keys: z.array(keySchema) })), signal }),
  })

/** How far the log is signed, and how it went with each witness. */
export const useSigned = () =>
  useQuery({
    queryKey: ['checkpoint', 'standing'],
    queryFn: ({ signal }) => api.get('/checkpoint/standing', { as: oneOf(standingSchema), signal }),
    refetchInterval: 60_000,
  })

const askEvery = 1_000

/** The latest verifications, the newest first; asked again while one runs. */
export const useVerifications = () =>
  useQuery({
    queryKey: ['checkpoint', 'verification'],
    queryFn: ({ signal }) =>
      api.get('/checkpoint/verification', { as: z.object({ data: z.array(verificationSchema) }), signal }),
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === 'running' ? askEvery : false),
  })

/** Begins a verification on the server. */
export const startVerification = () =>
  api.post('/checkpoint/verification', { as: z.looseObject({ message: z.string() }) })
