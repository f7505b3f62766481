import { z } from 'zod'
import { Rejected } from '../../../domain/rejected.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { mayLook, previewRecord, type RecordPreview, recordSchema } from './record-preview.ts'

const most = 100

/** What the Undo of a job would change of its first records; those that were changed since stay (docs/decisions/engine/0007). */
export const jobUndoPreviewRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/take_back/job/:id',
    audience: 'signed-in',
    summary: 'What it would change to take back a job of one’s own',
    params: z.object({ id: z.uuid('{name} is the id of a job.') }),
    perMinute: 60,
    response: z.object({ data: z.array(recordSchema), total: z.number() }),
    handler: async (call) => {
      const session = signedIn(call)
      const { items } = await services.jobs.undoOf(session.actor, call.params.id)
      const data: RecordPreview[] = []
      for (const { resource: name, record, version, since } of items.slice(0, most)) {
        const resource = services.resources.find((one) => one.name === name)
        // Whoever may not read the records any more is told by the job itself what it did.
        if (!resource || record === null || !mayLook(resource, session)) continue
        const one = await previewRecord(services, session, { resource, id: record }, ({ state }) => {
          if (state.version !== version) throw new Rejected('It was changed since, so it was left as it is.')
          return { version: since ?? 0 }
        })
        if (!one) continue
        const { goal: _, ...shown } = one
        data.push(shown)
      }
      return { data, total: items.length }
    },
  })
