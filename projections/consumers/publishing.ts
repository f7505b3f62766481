import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Consumer } from './consumer.ts'

/** A record that is to become active at a moment. `id` is the same however often it is told. */
export type Publication = { id: string; resource: Resource; record: number; field: string; at: string }

/** Plans the publication of drafts whenever an event sets their moment. */
export const publishingConsumer = (
  resources: readonly Resource[],
  plan: (publication: Publication) => Promise<void>,
): Consumer => {
  const planned = new Map(
    resources.flatMap((resource) => {
      const { events, publishing: of } = resource
      const field = of?.at
      return field
        ? [events.create, events.edit, events.revert].map((type) => [type, { resource, field }] as const)
        : []
    }),
  )
  return {
    name: 'publishing',
    from: 'beginning',
    concerns: ({ type }) => planned.has(type),
    handle: async ({ id, type, stream, data }) => {
      const about = planned.get(type)
      const at = about && data[about.field]
      if (!about || typeof at !== 'string') return
      const record = Number(splitStream(stream).id)
      await plan({ id, ...about, record, at })
    },
  }
}
