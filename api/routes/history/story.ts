import { streamOf } from '../../../domain/event.ts'
import { fold } from '../../../domain/evolve.ts'
import { hidesOwned, seesTrash } from '../../../domain/people/personal.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import { type Resource, singletonId } from '../../../domain/resource.ts'
import type { Session } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

/** A record with all that ever happened to it, or had by a moment, for somebody who reads the resource. @throws Rejected missing */
export const storyOf = async (
  { log, moments }: Pick<Services, 'log' | 'moments'>,
  session: Session,
  resource: Resource,
  id: number,
  moment?: string,
) => {
  const until = moment === undefined ? null : (await moments.at(moment)).position
  const read = await log.read(streamOf(resource.name, id))
  const events = until === null ? read.events : read.events.filter(({ position }) => position <= until)
  const state = fold(resource, id, events)
  // What lies in Trash is for those who may fill it, and auditors (X11); to others it is as gone as in a list.
  const isSeen = state.status !== 'deleted' || seesTrash(resource, session.perms)
  const isThere = events.length > 0 || (resource.isSingleton && id === singletonId)
  if (!isThere || !isSeen || hidesOwned(resource, state.values, session.perms)) throw noSuchRecord(resource)
  return { state, events }
}
