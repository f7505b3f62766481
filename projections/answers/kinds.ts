import type { Field, FieldKind } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { quote } from '../sql.ts'

/** A part of an object of JSON: its name, and SQL for the text of its value. */
export type Member = { name: string; json: string }

/** A field of `t`, and behind `alias` the record that it points at. */
type Asked = { name: string; field: Field; column: string; alias: string }

type AnswerKind = {
  /** What the record answers of the field. */
  members(asked: Asked): Member[]
  /** What the members read beside `t`. */
  join?(asked: Asked, target: Resource): string
}

/** A text as JSON. */
export const textJson = (sql: string): string => `coalesce(to_json((${sql})::text)::text, 'null')`

/** What PostgreSQL writes as JSON does: numbers and flags. */
export const plainJson = (sql: string): string => `coalesce((${sql})::text, 'null')`

/** A moment as `toISOString` writes it. */
export const momentJson = (sql: string): string =>
  `coalesce(to_char(${sql} at time zone 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"'), 'null')`

/** A condition as JSON: one that is null counts as false. */
export const flagJson = (sql: string): string => `case when ${sql} then 'true' else 'false' end`

const plainName = String.raw`'^[A-Za-z0-9_.!~*''()-]*$'`

// encodeURIComponent in SQL, byte by byte; most names need none of it.
const encoded = (name: string): string => `case when ${name} is null or ${name} ~ ${plainName} then ${name} else
  (select string_agg(case when chr(byte) ~ ${plainName} then chr(byte) else '%' || upper(lpad(to_hex(byte), 2, '0')) end, '' order by n)
    from (select n, get_byte(convert_to(${name}, 'UTF8'), n) as byte from generate_series(0, octet_length(${name}) - 1) n) bytes) end`

const one = (json: (sql: string) => string): AnswerKind => ({
  members: ({ name, column }) => [{ name, json: json(column) }],
})

const file: AnswerKind = {
  members: ({ name, column, alias }) => [
    { name, json: plainJson(column) },
    { name: `${name}_url`, json: textJson(`'/files/' || ${alias}.key || '/' || ${encoded(`${alias}.name`)}`) },
  ],
  join: ({ column, alias }, { name }) =>
    `left join ${quote(name)} ${alias} on ${alias}.id = ${column} and ${alias}.status <> 'deleted'`,
}

const reference: AnswerKind = {
  members: ({ name, alias }) => [
    {
      name,
      json: `case when ${alias}.id is null then 'null' else concat('{"id":', ${alias}.id, ',"name":', ${textJson(`${alias}.label`)},
        ',"slug":', ${textJson(`${alias}.slug`)}, case when ${alias}.status <> 'active' then ',"isInactive":true' end, '}') end`,
    },
  ],
  join: ({ column, alias }, { name }) => `left join ${quote(name)} ${alias} on ${alias}.id = ${column}`,
}

const text = one(textJson)
const plain = one(plainJson)
// What is within may hold what is declared no more, and names that are looked up: such records are read part by part.
const composite = null

/** How a kind of field becomes JSON in the database; null where only the API can make it. */
export const answerKinds: Readonly<Record<FieldKind, AnswerKind | null>> = {
  text,
  longText: text,
  html: text,
  css: text,
  email: text,
  link: text,
  choice: text,
  state: text,
  date: text,
  flag: plain,
  integer: plain,
  decimal: one((sql) => plainJson(`trim_scale(${sql})`)),
  moment: one(momentJson),
  secret: { members: ({ name, column }) => [{ name: `${name}_set`, json: flagJson(`${column} is not null`) }] },
  picture: file,
  file,
  reference,
  references: composite,
  emails: plain,
  permissions: plain,
  object: composite,
  list: composite,
  tree: composite,
}
