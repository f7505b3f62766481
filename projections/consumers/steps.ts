import { splitStream } from '../../domain/event.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

/** Something came in (`verb` is create), staff took a step with it, or either side answered. `id` is the event's, `revision` its place in the record. */
export type Step = { id: string; resource: Resource; record: number; verb: string; revision: number }

/** Tells of everything that comes in for staff, and of what they do with it. */
export const stepsConsumer = (
  resources: readonly Resource[],
  tell: (step: Step, client: Queryable) => Promise<void>,
): Consumer => {
  const incoming = new Map(resources.flatMap((one) => (one.inbox ? [[one.name, one] as const] : [])))
  const verbIn = (stream: string, type: string): string | undefined => {
    const resource = incoming.get(splitStream(stream).category)
    const verb = resource?.verbOf[type]
    // Whoever takes a step back has told its author nothing by it, and of what authors do but their answers nobody is told.
    const isOwn = verb !== answerVerb && resource?.verbs[verb ?? '']?.isForAuthor
    return verb === 'revert' || isOwn ? undefined : verb
  }
  return {
    name: 'steps',
    from: 'now',
    concerns: ({ stream, type, meta }) => meta.isSilent !== true && verbIn(stream, type) !== undefined,
    handle: async ({ id, stream, type, revision, isErased }, client) => {
      const { category, id: record } = splitStream(stream)
      const [resource, verb] = [incoming.get(category), verbIn(stream, type)]
      if (!resource || verb === undefined || isErased) return
      await tell({ id, resource, record: Number(record), verb, revision }, client)
    },
  }
}
