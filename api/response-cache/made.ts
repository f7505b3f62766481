import { z } from 'zod'
import { isObject } from '../../domain/json.ts'
import { sightOf } from '../../domain/people/personal.ts'
import { noSuchRecord } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
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

type Made = Text & { version: number | null; isLasting: boolean }

const made = (text: string, version: number | null = null): Made => ({
  text,
  packed: new Map(),
  version,
  isLasting: true,
})

// What an entry takes beside its text.
const around = 500

const keptFor = remembered((_services: Services) =>
  keptAnswers<Made>(
    ({ text }) => text.length + around,
    undefined,
    ({ isLasting }) => isLasting,
  ),
)

/** Who asks, where the records are read (those of now or of another moment), and which of their names are asked for: null for all. */
type Asked = { reader: Session; at: Services; chosen: readonly string[] | null }

const chosenOf = (record: unknown, chosen: readonly string[] | null): unknown =>
  chosen === null || !isObject(record) ? record : Object.fromEntries(chosen.map((name) => [name, record[name]]))

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
  // What is unread, or hidden, differs from one reader to the next.
  const isAlike = ({ perms }: Session): boolean => !resource.inbox && sightOf(resource, perms) === 'whole'
  const keep = ({ reader, at, chosen }: Asked, key: string, make: () => Promise<Made>): Promise<Made> => {
    // What begins and ends by the clock, or is of another moment, is not told by how far the log is read.
    const isOfLog = at === services && resource.activeBetween === undefined
    return kept(isOfLog ? reader.readModelVersion : null, `${resource.name} ${key} ${chosen?.join()}`, make)
  }
  /** The same of a list: one that was searched in texts lasts once the index has come as far as the read models. */
  const keepList = (asked: Asked, of: string, options: ListOptions, make: () => Promise<Made>): Promise<Made> =>
    keep(asked, `${of} ${JSON.stringify(options)}`, async () => {
      if (options.keyword === '' || searchedTexts(resource).length === 0) return make()
      const reached = await asked.at.records.wordsReached()
      const isLasting = reached >= BigInt(asked.reader.readModelVersion?.split(' ')[0] ?? 0)
      return { ...(await make()), isLasting }
    })
  const writtenBy = (schema: z.ZodType<{ data: unknown }>, { chosen }: Asked, body: { data: unknown }): Made => {
    const { version } = isObject(body.data) ? body.data : {}
    const { data, ...rest } = schema.parse(body)
    const seen = Array.isArray(data) ? data.map((one) => chosenOf(one, chosen)) : chosenOf(data, chosen)
    return made(JSON.stringify({ data: seen, ...rest }), typeof version === 'number' ? version : null)
  }
  type Make = () => Promise<{ data: unknown }>
  return {
    list: async (asked: Asked, options: ListOptions, make: Make): Promise<Made> => {
      if (!isAlike(asked.reader)) return writtenBy(list, asked, await make())
      return keepList(asked, 'list', options, async () => {
        if (!isMade) return writtenBy(list, asked, await make())
        const { objects, total } = await asked.at.records.listAnswer(resource, options, asked.chosen)
        return made(`{"data":[${objects}],"meta":${JSON.stringify(listMeta(total, options.perPage))}}`)
      })
    },
    /** @throws Rejected missing */
    record: async (asked: Asked, { key, scope }: { key: string; scope: Scope }, make: Make): Promise<Made> => {
      if (!isAlike(asked.reader)) return writtenBy(record, asked, await make())
      return keep(asked, `record ${scope} ${key}`, async () => {
        if (!isMade) return writtenBy(record, asked, await make())
        const found = await asked.at.records.answer(resource, key, scope, asked.chosen)
        if (!found) throw noSuchRecord(resource)
        return made(`{"data":${found.object}}`, found.version)
      })
    },
    portalList: (asked: Asked, options: ListOptions, make: Make): Promise<Made> =>
      keepList(asked, 'portal list', options, async () => writtenBy(portalList, asked, await make())),
    portalRecord: (asked: Asked, key: string, make: Make): Promise<Made> =>
      keep(asked, `portal record ${key}`, async () => writtenBy(portalRecord, asked, await make())),
  }
}
