import type { z } from 'zod'
import { sightOf } from '../../domain/people/personal.ts'
import { noSuchRecord } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { remembered } from '../../platform/remembered.ts'
import type { ListOptions } from '../../projections/list.ts'
import type { Scope } from '../../projections/scope.ts'
import type { Session } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { endsOf } from '../wire/adapters/ends.ts'
import { hasShape } from '../wire/adapters/reshape.ts'
import { listMeta } from '../wire/wire.ts'
import { keptAnswers } from './answers.ts'
import type { Text } from './bytes.ts'

/**
 * True for a resource whose records the database answers as JSON: nothing of them is left to be made here. The schemas are the allow-lists of
 * what may leave (AZ-9), which such answers do not pass one by one. @throws Error for a name that they do not have
 */
export const isMadeInDatabase = (
  services: Pick<Services, 'resources'> & { records: Pick<Services['records'], 'answerNames'> },
  resource: Resource,
  { list, whole }: { list: z.ZodObject; whole: z.ZodObject },
): boolean => {
  if (hasShape(resource) || resource.inbox || endsOf(services, resource).length > 0) return false
  const names = services.records.answerNames(resource)
  if (!names) return false
  const strange = [
    ...names.list.filter((name) => !Object.hasOwn(list.shape, name)),
    ...names.whole.filter((name) => !Object.hasOwn(whole.shape, name)),
  ]
  if (strange.length > 0) throw new Error(`${resource.name} answers ${strange.join()} beside its schema`)
  return true
}

type Made = Text & { version: number | null }

// What an entry takes beside its text.
const around = 500

const keptFor = remembered((_services: Services) => keptAnswers<Made>(({ text }) => text.length + around))

/** Answers for staff who see records whole, made by the database and kept until the read models move. */
export const madeAnswers = (
  services: Services,
  resource: Resource,
  schemas: { list: z.ZodObject; whole: z.ZodObject },
) => {
  const isMade = isMadeInDatabase(services, resource, schemas)
  const kept = keptFor(services)
  // What begins and ends by the clock, or is of another moment, is not told by how far the log is read.
  const standingOf = ({ readModelVersion }: Session, then: Services) =>
    then === services && resource.activeBetween === undefined ? readModelVersion : null
  return {
    isFor: ({ perms }: Session): boolean => isMade && sightOf(resource, perms) === 'whole',
    list: (reader: Session, then: Services, options: ListOptions): Promise<Made> =>
      kept(standingOf(reader, then), `${resource.name}?${JSON.stringify(options)}`, async () => {
        const { objects, total } = await then.records.listAnswer(resource, options)
        const meta = JSON.stringify(listMeta(total, options.perPage))
        return { text: `{"data":[${objects}],"meta":${meta}}`, packed: new Map(), version: null }
      }),
    /** @throws Rejected missing */
    record: (reader: Session, then: Services, key: string, scope: Scope): Promise<Made> =>
      kept(standingOf(reader, then), `${resource.name}/${scope}/${key}`, async () => {
        const made = await then.records.answer(resource, key, scope)
        if (!made) throw noSuchRecord(resource)
        return { text: `{"data":${made.object}}`, packed: new Map(), version: made.version }
      }),
  }
}
