import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { Item } from '../jobs/job.ts'
import { eventsSince, loadRecord } from '../record.ts'
import { namesIn } from '../stale.ts'

/** The field that a name of a form belongs to: `images[new_1].caption` is a part of `images`. */
export const fieldOfName = (name: string): string => name.replace(/[[.].*$/, '')

/**
 * The version on which a planned edit may be made after all: nothing that it sends was changed since the version that its author saw.
 * @throws Rejected stale where the same fields were changed
 */
export const versionToMergeOn = async (
  log: Log,
  resource: Resource,
  { record, version, sent }: Pick<Item, 'record' | 'version' | 'sent'>,
): Promise<number> => {
  const loaded = await loadRecord(log, resource, record ?? 0)
  const since = await eventsSince(log, loaded, version ?? 0)
  const changed = since && namesIn(resource, since, loaded.state)
  if (changed && !Object.keys(sent ?? {}).some((name) => changed.has(fieldOfName(name)))) return loaded.state.version
  throw new Rejected(
    'The same fields were changed meanwhile, so nothing was overwritten. Open the change to look at both.',
    'stale',
  )
}
