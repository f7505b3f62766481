import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Consumer } from './consumer.ts'

/** A record that is to become active at a moment. `id` is the same however often it is told. */
export type Publication = { id: string; resource: Resource; record: number; field: string; at: string }

/** The publication that an event gives a moment, by the event. */
export const publicationsIn = (resources: readonly Resource[]) => {
  const planned = new Map(
    resources.flatMap((resource) => {
      const { events, publishing: of } = resource
      const field = of?.at
      return field
        ? [events.create, events.edit, events.revert].map((type) => [type, { resource, field }] as const)
        : []
    }),
  )
  const concerns = ({ type }: { type: string }): boolean => planned.has(type)
  const of = ({ id, type, stream, data }: Pick<LogEvent, 'id' | 'type' | 'stream' | 'data'>): Publication | null => {
    const about = planned.get(type)
    const at = about && data[about.field]
    if (!about || typeof at !== 'string') return null
    return { id, ...about, record: Number(splitStream(stream).id), at }
  }
  return { concerns, of }
}

/** Plans the publication of drafts whenever an event sets their moment. */
export const publishingConsumer = (
  resources: readonly Resource[],
  plan: (publication: Publication) => Promise<void>,
): Consumer => {
  const { concerns, of } = publicationsIn(resources)
  return {
    name: 'publishing',
    from: 'beginning',
    concerns,
    handle: async (event) => {
      const publication = of(event)
      if (publication) await plan(publication)
    },
  }
}
