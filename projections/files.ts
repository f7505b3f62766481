import { type Actor, streamOf } from '../domain/event.ts'
import { type LibraryFile, uploadersOf } from '../domain/library.ts'
import { seesTrash, sightOf } from '../domain/people/personal.ts'
import { holdsAny } from '../domain/permission.ts'
import type { Resource } from '../domain/resource.ts'
import { fileTargets } from './fold/fold-uses.ts'
import { shownSql } from './scope.ts'
import type { Declared } from '../domain/catalog.ts'
import type { Values } from '../domain/fields/values.ts'
import { columnsOf, fileLink, keywordSql, placeholders, quote } from './sql.ts'
import type { Reader } from './reader.ts'

type Told = Values<Declared['file']['fields']>
export type StoredFile = { id: number } & Pick<Told, 'key' | 'name' | 'type' | 'hash' | 'extension'>

/** Who asks for a file: somebody signed in, or null. */
export type Viewer = { actor: Actor; perms: readonly string[] } | null

type Row = StoredFile &
  Pick<Told, 'source' | 'owner' | 'record'> & { status: string; created_by: string; is_public: boolean }

const [f, c] = [columnsOf('file', 'f'), columnsOf('configuration', 'c')]
const address = `'/files/' || ${f('key')}`

const most = 100

// A picture that was sent for review and that no record shows yet: until it is published nobody else is to build on it.
const isProposed = `${f('source')} = 'review' and not exists (select from uses u where u.targets && array['file-' || f.id, ${address}])`

/** Active files of the library, newest first, at most 100, of one type if it is said (T5). Pictures of people are not in it, nor those that are proposed. */
export const libraryFiles = async (pool: Reader, keyword: string, type?: 'image' | 'file'): Promise<LibraryFile[]> => {
  const { values, put } = placeholders()
  const search = keywordSql(keyword, 'f.keyword', put)
  const kind = type === undefined ? '' : ` and ${f('type')} = ${put(type)}`
  const text = `select f.id, ${f('name')}, ${f('type')}, ${f('key')}, ${f('extension')}, ${f('size')} from file f where f.status = 'active' and ${f('owner')} = '' and not (${isProposed})${search === null ? '' : ` and ${search}`}${kind} order by f.id desc limit ${most}`
  const { rows } = await pool.query<StoredFile & Pick<Told, 'size'>>({ text, values })
  return rows.map(({ id, name, type: is, key, extension, size }) => {
    const link = fileLink(key, name)
    return { id, name, type: is, link, thumbnail: is === 'image' ? link : null, extension, size: Number(size) }
  })
}

const byKey = `select f.id, f.status, ${(['key', 'name', 'type', 'hash', 'extension', 'source', 'owner', 'record'] as const).map(f).join()},
  f.created_by_type || '-' || f.created_by_id as created_by,
  exists (select from configuration c where c.id = 1 and f.id in (${c('favicon')}, ${c('logo')})) as is_public
  from file f where ${f('key')} = $1 and f.status <> 'deleted'`

/** Whether a file may be read whatever uses it: what is public, one's own, and of the library what is offered to the viewer. */
const isOpen = (resources: readonly Resource[], file: Row, viewer: Viewer): boolean => {
  const isActive = file.status === 'active'
  if (file.is_public && isActive) return true
  if (viewer === null) return false
  const { actor, perms } = viewer
  const stream = streamOf(actor.type, actor.id)
  if (file.owner !== '') return file.owner === stream
  if (actor.type === 'user' && perms.includes('r-file')) return true
  // A text that is being written is not yet kept anywhere.
  return (
    isActive && (file.source === 'library' || file.created_by === stream || holdsAny(perms, uploadersOf(resources)))
  )
}

/** The status of a record `r`; `hidden` for an active one that employees are not shown. */
const statusSql = (resource: Resource): string => {
  const shown = shownSql(resource, 'r')
  if (shown.length === 0) return 'r.status'
  return `case when r.status = 'active' and not (${shown.join(' and ')}) then 'hidden' else r.status end`
}

/** The records whose files somebody may see, as resource and status: those they may see themselves. */
const visibleTo = (resources: readonly Resource[], viewer: NonNullable<Viewer>): string[] => {
  const { actor, perms } = viewer
  // Whoever may preview the portal reads what employees read (A11).
  const isPortal = actor.type === 'employee' || perms.includes('r-homepage')
  return resources.flatMap((resource) => {
    const { name, area, portal, broadcast, isPerson } = resource
    // A picture cannot be masked: auditors see it who see what is personal.
    const isWhole = sightOf(resource, perms) === 'whole'
    const seesDeleted = perms.includes(`d-${area}`) || (isWhole && seesTrash(resource, perms))
    return [
      ...((isPortal && (portal || broadcast || isPerson)) || isWhole ? [`${name} active`] : []),
      ...(isWhole ? [`${name} inactive`, `${name} hidden`] : []),
      ...(seesDeleted ? [`${name} deleted`] : []),
    ]
  })
}

const isUsed = async (
  pool: Reader,
  resources: readonly Resource[],
  file: Row,
  viewer: NonNullable<Viewer>,
): Promise<boolean> => {
  const statuses = resources.map(
    (resource) =>
      `when '${resource.name}' then (select ${statusSql(resource)} from ${quote(resource.name)} r where r.id = u.record_id)`,
  )
  const text = `select 1 from uses u where u.targets && $1::text[]
    and (u.source = $2 or u.resource || ' ' || (case u.resource ${statuses.join(' ')} end) = any($3::text[]))
    and ($4 = '' or u.source = $4) limit 1`
  const own = streamOf(viewer.actor.type, viewer.actor.id)
  const [chosen, ...named] = fileTargets(file)
  // Anybody may write an address into a text: it shows no file that was put away, and what is owned by the one record that it belongs to.
  const targets = [chosen, ...(file.status === 'active' ? named : [])]
  const values = [targets, own, visibleTo(resources, viewer), file.record || file.owner]
  return (await pool.query({ name: 'file-used', text, values })).rows.length > 0
}

/** The file of an address, or null: a file is as visible as what uses it (docs/decisions/files/0045). */
export const fileByKey = async (
  pool: Reader,
  resources: readonly Resource[],
  key: string,
  viewer: Viewer,
): Promise<StoredFile | null> => {
  const { rows } = await pool.query<Row>({ name: 'file-by-key', text: byKey, values: [key] })
  const [file] = rows
  if (!file) return null
  if (isOpen(resources, file, viewer)) return file
  const mayBeSeen = viewer !== null && (viewer.actor.type === 'user' || file.status === 'active')
  return mayBeSeen && (await isUsed(pool, resources, file, viewer)) ? file : null
}

/** The records outside Trash that show a file, at most 100, by resource and id. */
export const usesOfFile = async (
  pool: Reader,
  resources: readonly Resource[],
  id: number,
): Promise<{ resource: string; id: number; name: string | null }[]> => {
  const tables = resources.map(({ name }) => `select '${name}' as resource, id, label, status from ${quote(name)}`)
  const { rows } = await pool.query<{ resource: string; id: number; name: string | null }>({
    name: 'uses-of-file',
    text: `select u.resource, r.id, r.label as name from file f
      join uses u on u.targets && array['file-' || f.id, ${address}]
      join lateral (select one.* from (${tables.join(' union all ')}) one where one.resource = u.resource and one.id = u.record_id) r on true
      where f.id = $1 and r.status <> 'deleted' order by u.resource, r.id limit 100`,
    values: [id],
  })
  return rows
}

/** Files of the library that employees find by a keyword, newest first (W12). */
export const documents = async (
  pool: Reader,
  { keyword, page, perPage }: { keyword: string; page: number; perPage: number },
): Promise<{ rows: { name: string; link: string; extension: string }[]; total: number }> => {
  const { values, put } = placeholders()
  const search = keywordSql(keyword, 'f.keyword', put)
  if (search === null) return { rows: [], total: 0 }
  const text = `select ${f('name')}, ${f('key')}, ${f('extension')}, count(*) over ()::int as total from file f
    where f.status = 'active' and ${f('type')} = 'file' and ${f('isInPortal')} and ${f('owner')} = '' and ${search}
    order by f.id desc limit ${put(perPage)} offset ${put((page - 1) * perPage)}`
  const { rows } = await pool.query<Pick<Told, 'name' | 'key' | 'extension'> & { total: number }>({ text, values })
  return {
    rows: rows.map(({ name, key, extension }) => ({ name, link: fileLink(key, name), extension })),
    total: rows[0]?.total ?? 0,
  }
}

/** Which of these hashes a file record names, also one in Trash: what none names is an orphan of a broken upload. */
export const namedHashes = async (pool: Reader, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
  const text = `select distinct ${f('hash')} from file f where ${f('hash')} = any($1)`
  const { rows } = await pool.query<Pick<Told, 'hash'>>(text, [hashes])
  return new Set(rows.map((row) => row.hash))
}

/** Every stored file that a record names, also one in Trash, with the first record that does. */
export const storedFiles = async (pool: Reader): Promise<{ id: number; hash: string }[]> =>
  (
    await pool.query<Pick<StoredFile, 'id' | 'hash'>>(
      `select min(f.id) as id, ${f('hash')} from file f where ${f('hash')} ~ '^[0-9a-f]{64}$' group by 2 order by 1`,
    )
  ).rows

/** How many bytes the pictures of a person take up: of those that they sent in forms and texts, what has not been taken back. What staff answer with is their work. */
export const storedBy = async (pool: Reader, { type, id }: Actor): Promise<number> => {
  const { rows } = await pool.query<{ size: string }>({
    name: 'stored-by',
    text: `select coalesce(sum(${f('size')}), 0) as size from file f
      where created_by_type = $1 and created_by_id = $2 and ${f('hash')} <> '' and ${f('source')} <> 'library'
        and (created_by_type <> 'user' or ${f('record')} = '')`,
    values: [type, String(id)],
  })
  return Number(rows[0]?.size ?? 0)
}

/** Whether a record other than its sender's shows a file. */
export const isShownByOthers = async (
  pool: Reader,
  file: { id: number; key: string },
  sender: string,
): Promise<boolean> => {
  const text = 'select 1 from uses u where u.targets && $1::text[] and u.source <> $2 limit 1'
  return (await pool.query(text, [fileTargets(file), sender])).rows.length > 0
}

// The second part: what somebody who was erased has sent and no other record shows. Only the log knows whose that is.
const unshown = `select one.id, one."isErased" from (
    select f.id, coalesce(nullif(${f('record')}, ''), ${f('owner')}) as shown_by, exists (select from keys.subject k where k.subject = ${f('owner')} and k.wrapped is null) as "isErased"
    from file f where ${f('owner')} <> '' and f.status <> 'deleted') one
  where one."isErased"
    or not exists (select from uses u where u.source = one.shown_by and u.targets && array['file-' || one.id])
  union all
  select f.id, true from file f
    join keys.subject k on k.subject = f.created_by_type || '-' || f.created_by_id and k.wrapped is null
  where ${f('owner')} = '' and ${f('source')} = 'field' and f.status <> 'deleted' and not exists (
    select from uses u where u.source <> k.subject and u.targets && array['file-' || f.id, ${address}])`

/** Pictures of people that their record does not show, or whose key is destroyed; some may be on their way, or the house's own. */
export const unshownPictures = async (pool: Reader): Promise<{ id: number; isErased: boolean }[]> =>
  (await pool.query<{ id: number; isErased: boolean }>(unshown)).rows

const r = columnsOf('review', 'r')

// As a number or as a text, wherever it stands: a number that means something else keeps a picture longer.
const isNamedByReview = `exists (select from review r where ${r('stage')} <> 'withdrawn'
  and jsonb_path_exists(case when ${r('sent')} like '{%' then ${r('sent')}::jsonb end,
    '$.values.** ? (@ == $id || @ == $text)', jsonb_build_object('id', f.id, 'text', f.id::text)))`

/** Pictures that were sent for review some hours ago at least, and that neither a record shows nor a review names but withdrawn ones; or of them those of some ids. */
export const unproposedPictures = async (
  pool: Reader,
  hours: number,
  ids: readonly number[] | null = null,
): Promise<number[]> => {
  const text = `select f.id from file f where ${isProposed} and f.status <> 'deleted' and not ${isNamedByReview}
    and f.created_at < clock_timestamp() - make_interval(hours => $1) and ($2::integer[] is null or f.id = any($2)) order by f.id`
  return (await pool.query<{ id: number }>(text, [hours, ids])).rows.map((row) => row.id)
}
