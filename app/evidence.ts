import { join } from 'node:path'
import { openEvidence } from '../commands/evidence/evidence.ts'
import { type MakeParts, packageMaker } from '../commands/evidence/make.ts'
import { streamOf } from '../domain/event.ts'
import { storageFolder } from '../platform/files/storage-place.ts'
import type { Config } from '../platform/config.ts'
import { evidenceQueries } from '../projections/activity/evidence.ts'
import { namesOf } from '../projections/people.ts'
import { readSchema } from '../projections/schema.ts'

type Parts = Omit<MakeParts, 'positionsAbout' | 'momentsOf' | 'nameOf' | 'now'> & {
  config: Pick<Config, 'storageUrl' | 'dataDir'>
  timeZone(): Promise<string>
}

/** Evidence packages, and how many events they would have. */
export const openEvidenceRoom = ({ config, timeZone, ...parts }: Parts) => {
  const { sizeOf, ...queries } = evidenceQueries(parts.pool, readSchema(parts.resources), timeZone)
  const make = packageMaker({
    ...parts,
    ...queries,
    nameOf: async (person) => (await namesOf(parts.pool, [person])).get(streamOf(person.type, person.id)) ?? null,
    now: () => new Date(),
  })
  const folder = join(storageFolder(config), 'evidence')
  return { ...openEvidence({ ...parts, folder, make }), sizeOf }
}
