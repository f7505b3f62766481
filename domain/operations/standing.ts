import * as z from 'zod/mini'

const moment = z.nullable(z.string())
/** How the server stands: read models, what was set aside, mails, jobs, checkpoints, backups, room, and its processes. Sizes in bytes. */
export const standingSchema = z.object({
  models: z.object({
    behindMs: z.number(),
    behindEvents: z.number(),
    isBuilt: z.boolean(),
    halted: z.nullable(z.string()),
    /** From 0 to 1 while they are built anew. */
    rebuilding: z.nullable(z.number()),
    /** Why the last building of them in this process failed. */
    rebuildFailed: z.nullable(z.object({ at: z.string(), error: z.string() })),
  }),
  deadLetters: z.object({
    streams: z.number(),
    effects: z.number(),
    /** The first of some streams, with what the program said. */
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

export type Standing = z.infer<typeof standingSchema>

/** How often an open screen asks for it, in milliseconds. */
export const askEvery = { usual: 5_000, whileBuilding: 1_000 }
