import { streamOf } from '../../../domain/event.ts'
import { fold } from '../../../domain/evolve.ts'
import { seesTrash } from '../../../domain/people/personal.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import { type Resource, singletonId } from '../../../domain/resource.ts'
import type { Session } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

/** A record with all that ever happened to it, for somebody who reads the resource. @throws Rejected missing */
export const storyOf = async ({ log }: Services, session: Session, resource: Resource, id: number) => {
  const { events } = await log.read(streamOf(resource.name, id))
  const state = fold(resource, id, events)
  // What lies in Trash is for those who may fill it, and auditors (X11); to others it is as gone as in a list.
  const isSeen = state.status !== 'deleted' || seesTrash(resource, session.perms)
  const isThere = events.length > 0 || (resource.isSingleton && id === singletonId)
  if (!isThere || !isSeen) throw noSuchRecord(resource)
  return { state, events }
}
