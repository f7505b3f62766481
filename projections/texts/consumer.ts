import { splitStream } from '../../domain/event.ts'
import type { Json } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
import type { Log } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import type { Migration } from '../../platform/database/migrations.ts'
import type { Consumer } from '../consumers/consumer.ts'
import { pastName } from '../past/tables.ts'
import type { Queryable } from '../schema.ts'
import type { Reader } from '../reader.ts'
import { SteppedDown } from '../running/read-model-writer.ts'
import { quote } from '../sql.ts'
import { lexemesOf } from './lexemes.ts'
import { plainTextOf } from './plain.ts'
import { markOf } from './query.ts'

export const wordsMigrations: readonly Migration[] = [
  {
    // Texts and vectors lie outside of the rows, which are all that is read to count what a search finds. To read vectors is far more
    // expensive than the planner knows: the function says so, and does nothing else.
    id: 'words-1',
    sql: `create table consumer.words (
        resource text collate "C" not null,
        record int not null,
        position bigint not null,
        until bigint,
        text text not null,
        vector tsvector not null,
        primary key (resource, record, position)
      ) with (toast_tuple_target = 128);
      alter table consumer.words alter column text set storage external, alter column vector set storage external;
      create function consumer.indexed(tsvector) returns tsvector language plpgsql immutable strict parallel safe cost 1000
        as 'begin return $1; end';
      create index words_now on consumer.words using gin (consumer.indexed(vector)) where until is null;
      create index words_then on consumer.words using gin (consumer.indexed(vector)) where until is not null;`,
  },
]

const consumerName = 'words'

/** Begins with the whole log again where nothing is indexed: after a restore, and after somebody emptied the table. */
export const restartEmptyWords = async (client: Queryable): Promise<void> => {
  const text = 'delete from consumer.checkpoint where name = $1 and not exists (select from consumer.words)'
  await client.query(text, [consumerName])
}

/** How far the index holds what the log says. */
export const wordsReached = async (client: Reader): Promise<bigint> => {
  const { rows } = await client.query<{ position: string }>({
    name: 'words-reached',
    text: 'select position from consumer.checkpoint where name = $1',
    values: [consumerName],
  })
  return BigInt(rows[0]?.position ?? 0)
}

type Version = { id: number; position: string }
type Row = Version & Record<string, Json>

// The row that an event led to has its position, in the table or among those that later events replaced.
const versionsSql = ({ name }: Resource, fields: readonly string[]): string => {
  const columns = ['id', 'position', ...fields].map(quote).join(', ')
  return `select ${columns.replace('"position"', '"position"::text')} from (
      select ${columns} from ${quote(name)} where id = any($1::int[])
      union all select ${columns} from ${quote(pastName(name))} where id = any($1::int[])) version
    where exists (select from unnest($1::int[], $2::bigint[]) given (id, at) where given.id = version.id and given.at = version."position")`
}

const writeSql = `insert into consumer.words (resource, record, position, text, vector)
  select $1, given.record, given.at, given.text, strip(array_to_tsvector(string_to_array(given.lexemes, ' ')) || case
    when given.language is null then ''::tsvector else to_tsvector(given.language::regconfig, given.stemmed) end)
  from unnest($2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[]) given (record, at, lexemes, language, stemmed, text)
  on conflict (resource, record, position) do update set text = excluded.text, vector = excluded.vector`

// Each is there until the next of its record; they may have come in any order.
const endSql = `update consumer.words x set until = following.next from (
    select record, position, lead(position) over (partition by record order by position) as next
    from consumer.words where resource = $1 and record = any($2::int[])) following
  where x.resource = $1 and x.record = following.record and x.position = following.position and x.until is distinct from following.next`

const index = async (client: Queryable, resource: Resource, versions: readonly Version[]): Promise<void> => {
  const asked = [versions.map(({ id }) => id), versions.map(({ position }) => position)]
  const { rows } = await client.query<Row>({
    name: `words-of-${resource.name}`,
    text: versionsSql(resource, searchedTexts(resource)),
    values: asked,
  })
  const read = rows.map(({ id, position, ...values }) => ({
    id,
    position,
    ...lexemesOf(plainTextOf(resource, values)),
  }))
  const ids = read.map(({ id }) => id)
  const values = [
    resource.name,
    ids,
    read.map(({ position }) => position),
    read.map(({ lexemes }) => [markOf(resource.name), ...lexemes].join(' ')),
    read.map(({ language }) => language),
    read.map(({ stemmed }) => stemmed),
    read.map(({ text }) => text),
  ]
  await client.query({ name: 'write-words', text: writeSql, values })
  await client.query({ name: 'end-words', text: endSql, values: [resource.name, ids] })
}

// The read models are usually ahead.
const patience = 10_000

/**
 * Keeps the index of texts: each text that a record had, from the event that said it on until the next. It follows the log by itself, so
 * that no command waits for it; what it indexes it reads from the read models, once `waitFor` says that they are there.
 */
export const wordsConsumer = (
  resources: readonly Resource[],
  open: Log['open'],
  waitFor: (position: bigint, milliseconds: number) => Promise<boolean>,
): Consumer => {
  const fields = new Map(
    resources.flatMap((resource) => {
      const names = searchedTexts(resource)
      return names.length === 0 ? [] : [[resource.name, { resource, names }] as const]
    }),
  )
  return {
    name: consumerName,
    from: 'beginning',
    concerns: ({ stream, data }) => fields.has(splitStream(stream).category) && Object.keys(data).length > 0,
    handleRecorded: async (events: readonly RecordedEvent[], client) => {
      const last = events.at(-1)
      if (!last) return
      const versions = new Map<string, Version[]>()
      for (const { stream, data, position } of await open(events)) {
        const { category, id } = splitStream(stream)
        if (!fields.get(category)?.names.some((name) => Object.hasOwn(data, name))) continue
        versions.set(category, [...(versions.get(category) ?? []), { id: Number(id), position: String(position) }])
      }
      if (versions.size === 0) return
      if (!(await waitFor(last.position, patience))) throw new SteppedDown('the words of texts')
      for (const [category, some] of versions) {
        const of = fields.get(category)
        if (of) await index(client, of.resource, some)
      }
    },
  }
}
