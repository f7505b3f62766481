import { z } from 'zod'
import { isObject } from '../../domain/json.ts'
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
import { listMeta, metaSchema } from '../wire/wire.ts'
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

const made = (text: string, version: number | null = null): Made => ({ text, packed: new Map(), version })

// What an entry takes beside its text.
const around = 500

const keptFor = remembered((_services: Services) => keptAnswers<Made>(({ text }) => text.length + around))

/** Who asks, and where the records are read: those of now or of another moment. */
type Asked = { reader: Session; at: Services }

/**
 * Lists and records of a resource as texts, kept until the read models move: for staff who see them whole, by the database where it can make them, and for
 * employees. `make` reads what is not at hand; its result leaves by the schema.
 */
export const madeAnswers = (
  services: Services,
  resource: Resource,
  schemas: { list: z.ZodObject; whole: z.ZodObject; portal: z.ZodObject },
) => {
  const isMade = isMadeInDatabase(services, resource, schemas)
  const kept = keptFor(services)
  const lists = (one: z.ZodObject) => z.object({ data: z.array(one), meta: metaSchema })
  const [list, portalList] = [lists(schemas.list), lists(schemas.portal)]
  const [record, portalRecord] = [z.object({ data: schemas.whole }), z.object({ data: schemas.portal })]
  const keep = ({ reader, at }: Asked, key: string, make: () => Promise<Made>): Promise<Made> => {
    // What begins and ends by the clock, or is of another moment, is not told by how far the log is read.
    const isOfLog = at === services && resource.activeBetween === undefined
    return kept(isOfLog ? reader.readModelVersion : null, `${resource.name} ${key}`, make)
  }
  const writtenBy = (schema: z.ZodType, body: { data: unknown }): Made => {
    const { version } = isObject(body.data) ? body.data : {}
    return made(JSON.stringify(schema.parse(body)), typeof version === 'number' ? version : null)
  }
  type Make = () => Promise<{ data: unknown }>
  return {
    /** What is unread differs from one reader to the next. */
    isFor: ({ perms }: Session): boolean => !resource.inbox && sightOf(resource, perms) === 'whole',
    list: (asked: Asked, options: ListOptions, make: Make): Promise<Made> =>
      keep(asked, `list ${JSON.stringify(options)}`, async () => {
        if (!isMade) return writtenBy(list, await make())
        const { objects, total } = await asked.at.records.listAnswer(resource, options)
        return made(`{"data":[${objects}],"meta":${JSON.stringify(listMeta(total, options.perPage))}}`)
      }),
    /** @throws Rejected missing */
    record: (asked: Asked, { key, scope }: { key: string; scope: Scope }, make: Make): Promise<Made> =>
      keep(asked, `record ${scope} ${key}`, async () => {
        if (!isMade) return writtenBy(record, await make())
        const found = await asked.at.records.answer(resource, key, scope)
        if (!found) throw noSuchRecord(resource)
        return made(`{"data":${found.object}}`, found.version)
      }),
    portalList: (asked: Asked, options: ListOptions, make: Make): Promise<Made> =>
      keep(asked, `portal list ${JSON.stringify(options)}`, async () => writtenBy(portalList, await make())),
    portalRecord: (asked: Asked, key: string, make: Make): Promise<Made> =>
      keep(asked, `portal record ${key}`, async () => writtenBy(portalRecord, await make())),
  }
}
