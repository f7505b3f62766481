import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { saysSchema } from '../../ui-shared/api/says.ts'
import { startJob } from '../jobs/job.ts'

const recordSchema = z.object({
  resource: z.string(),
  id: z.number(),
  name: z.nullable(z.string()),
  version: z.number(),
  changes: z.array(z.object({ name: z.string(), from: z.unknown(), to: z.unknown(), problem: saysSchema })),
  kept: z.array(z.string()),
  problem: saysSchema,
})

/** What taking back would do to one record. */
export type RecordPreview = z.infer<typeof recordSchema>

/** Somebody's hours: moments in UTC. */
export type Span = { person: string; from: string; until: string }

/** What it would change to take back all that somebody did in a span. */
export const previewSpan = (span: Span, signal: AbortSignal) =>
  api.get('/take_back', { query: span, as: z.object({ data: z.array(recordSchema), isCut: z.boolean() }), signal })

/** What the Undo of a job would change. */
export const previewUndo = async (id: string, signal: AbortSignal) =>
  api.get(`/take_back/job/${id}`, { as: z.object({ data: z.array(recordSchema), total: z.number() }), signal })

/** Takes back what was done to these records; answers the job. */
export const takeBackSpan = (span: Span, records: readonly RecordPreview[]): Promise<string> =>
  startJob('/take_back', { ...span, records: records.map(({ resource, id, version }) => ({ resource, id, version })) })
