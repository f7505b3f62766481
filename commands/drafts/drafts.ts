import type { Pool } from 'pg'
import { draftDays, keptOf, mostDrafts, mostDraftsListed } from '../../domain/drafts/drafts.ts'
import type { JsonObject } from '../../domain/event.ts'
import { textOf } from '../../domain/json.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { openText, type SealedText, sealText } from '../../platform/keys.ts'
import { KeyDestroyed, type PersonalKeys } from '../../platform/personal-keys.ts'
import type { cleanWith } from '../clean.ts'

type Values = Readonly<Record<string, unknown>>

/** What was typed into a form: the changed values, and what they were before. */
export type DraftContent = { values: Values; before: Values }

/** A draft: whose (`user-7`), of which record (null for a new one), typed over which version. */
export type KeptDraft = {
  id: string
  person: string
  resource: string
  record: number | null
  version: number | null
  keptAt: Date
}

/** The same with the words of its title, and the names of the fields that were changed. */
export type ListedDraft = KeptDraft & { title: string; fields: string[] }

/** What lists tell of a draft, sealed apart, so that a list opens no texts. */
type Head = Pick<ListedDraft, 'title' | 'fields'>
type Row = KeptDraft & { sealed: SealedText }
type HeadRow = KeptDraft & { head: SealedText }
type Asked = { resource: string; record?: number | null }

const columns = 'id, person, resource, record, version, kept_at as "keptAt"'
const boundOfHead = (id: string) => `${id} head`
const mostOfTitle = 200

const isUuid = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)

const noSuch = () => new Rejected('This draft is not there any more.', 'missing')
const tooMany = () =>
  new Rejected('{count} drafts of yours are kept already. Please discard some.', 'rule', {
    values: { count: mostDrafts },
  })

type Parts = {
  pool: Pool
  keys: Pick<PersonalKeys, 'ensure' | 'find'>
  clean: ReturnType<typeof cleanWith>
  resources: readonly Resource[]
}

/**
 * What people typed into forms and did not save yet (docs/decisions/content/0178): rows outside of the log, each sealed by the key of whoever
 * typed it. Whoever asks was let in by the caller.
 */
export const openDrafts = ({ pool, keys, clean, resources }: Parts) => {
  const resourceOf = (name: string) => resources.find((known) => known.name === name)

  const headOf = (resource: string, values: Values): Head => {
    const names = resourceOf(resource)?.recordLabel ?? []
    const title = names
      .map((name) => textOf(values[name]))
      .filter(Boolean)
      .join(' ')
    return { title: title.slice(0, mostOfTitle), fields: Object.keys(values) }
  }

  /** The texts of both columns, as they are stored. */
  const sealed = async (
    person: string,
    id: string,
    resource: string,
    content: DraftContent,
  ): Promise<[string, string]> => {
    const key = await keys.ensure(person)
    const whole = sealText(key, JSON.stringify(content), id)
    const head = sealText(key, JSON.stringify(headOf(resource, content.values)), boundOfHead(id))
    return [JSON.stringify(whole), JSON.stringify(head)]
  }

  /** Rows whose person has a key: a draft whose person was erased meanwhile is none. */
  const withKeys = async <One extends KeptDraft>(rows: readonly One[]): Promise<{ row: One; key: Buffer }[]> => {
    const known = await keys.find(rows.map(({ person }) => person))
    return rows.flatMap((row) => {
      const key = known.get(row.person)
      return key instanceof Buffer ? [{ row, key }] : []
    })
  }

  const rowOf = async (id: string): Promise<Row> => {
    if (!isUuid(id)) throw noSuch()
    const { rows } = await pool.query<Row>(`select ${columns}, sealed from command.draft where id = $1`, [id])
    if (!rows[0]) throw noSuch()
    return rows[0]
  }

  /** Keeps a draft under its id, in the place of what was kept under it. @throws Rejected when it is somebody else's by now, or there are too many */
  const keep = async (
    draft: Omit<KeptDraft, 'keptAt'> & DraftContent & { of: Resource },
  ): Promise<{ keptAt: Date }> => {
    const { id, person, record, version, of } = draft
    if (!isUuid(id)) throw noSuch()
    const content = { values: keptOf(of, draft.values), before: keptOf(of, draft.before) }
    const text = `insert into command.draft (id, person, resource, record, version, sealed, head)
      select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from command.draft where person = $2 and id <> $1) < $8
      on conflict (id) do update set version = excluded.version, sealed = excluded.sealed, head = excluded.head, kept_at = clock_timestamp(), record = excluded.record
        where draft.person = excluded.person and draft.resource = excluded.resource
      returning kept_at as "keptAt"`
    const values = [id, person, of.name, record, version, ...(await sealed(person, id, of.name, content)), mostDrafts]
    const { rows } = await pool.query<{ keptAt: Date }>(text, values)
    if (rows[0]) return rows[0]
    const { rowCount } = await pool.query('select 1 from command.draft where id = $1', [id])
    throw rowCount === 0 ? tooMany() : new Rejected('This draft was taken over by somebody else.', 'stale')
  }

  /** The drafts of a resource, or of one of its records (null: of new ones), the newest first. */
  const list = async ({ resource, record }: Asked): Promise<ListedDraft[]> => {
    const where = record === undefined ? '' : 'and record is not distinct from $2'
    const { rows } = await pool.query<HeadRow>(
      `select ${columns}, head from command.draft where resource = $1 ${where} order by kept_at desc limit ${mostDraftsListed}`,
      record === undefined ? [resource] : [resource, record],
    )
    return (await withKeys(rows)).map(({ row: { head, ...draft }, key }) => ({
      ...draft,
      ...(JSON.parse(openText(key, head, boundOfHead(draft.id))) as Head), // What was sealed here has this shape.
    }))
  }

  /** Whose a draft is, and of what. @throws Rejected missing */
  const find = async (id: string): Promise<KeptDraft> => {
    if (!isUuid(id)) throw noSuch()
    const { rows } = await pool.query<KeptDraft>(`select ${columns} from command.draft where id = $1`, [id])
    if (!rows[0]) throw noSuch()
    return rows[0]
  }

  /** What is in a draft, with its texts cleaned: somebody else may have typed them. @throws Rejected missing */
  const contentOf = async (row: Row): Promise<KeptDraft & DraftContent> => {
    const [found] = await withKeys([row])
    const fields = resourceOf(row.resource)?.fields
    if (!found || !fields) throw noSuch()
    const { sealed: whole, ...kept } = row
    // What was sealed here has this shape.
    const draft = { ...kept, ...(JSON.parse(openText(found.key, whole, row.id)) as DraftContent) }
    const cleaned = async (values: Values) => (await clean(fields, values as JsonObject)).values // What was sealed was JSON.
    return { ...draft, values: await cleaned(draft.values), before: await cleaned(draft.before) }
  }

  /** Gives a draft to somebody under a new id, so that the form it was typed into goes on beside it. @throws Rejected missing */
  const take = async (id: string, person: string, as: string): Promise<KeptDraft & DraftContent> => {
    const before = await rowOf(id)
    const draft = await contentOf(before)
    // Each sealing has an iv of its own: another one means that somebody typed meanwhile.
    const text = `update command.draft set id = $2, person = $3, sealed = $4, head = $5 where id = $1 and sealed ->> 'iv' = $6`
    const content = { values: draft.values, before: draft.before }
    const { rowCount } = await pool.query(text, [
      id,
      as,
      person,
      ...(await sealed(person, as, draft.resource, content)),
      before.sealed.iv,
    ])
    if (rowCount === 0) throw new Rejected('This draft was changed just now. Please look at it again.', 'stale')
    return { ...draft, id: as, person }
  }

  return {
    keep: async (draft: Parameters<typeof keep>[0]): Promise<{ keptAt: Date }> => {
      try {
        return await keep(draft)
      } catch (error) {
        if (error instanceof KeyDestroyed) throw new Rejected('Nothing is kept for whom was erased.')
        throw error
      }
    },
    list,
    find,
    /** What is in a draft. @throws Rejected missing */
    read: async (id: string): Promise<KeptDraft & DraftContent> => contentOf(await rowOf(id)),
    take,
    /** Removes a draft; one that is gone already is no error. */
    discard: async (id: string): Promise<void> => {
      await pool.query('delete from command.draft where id = $1', [id])
    },
    /** Removes what is kept of these records: whom they tell of was erased. */
    forgetOf: async (records: readonly { resource: Resource; id: number }[]): Promise<void> => {
      await pool.query(
        `delete from command.draft using unnest($1::text[], $2::int[]) as gone (resource, record)
         where draft.resource = gone.resource and draft.record = gone.record`,
        [records.map(({ resource }) => resource.name), records.map(({ id }) => id)],
      )
    },
    /** Removes what nobody has typed into for `draftDays`. */
    sweep: async (): Promise<void> => {
      await pool.query(`delete from command.draft where kept_at < clock_timestamp() - interval '${draftDays} days'`)
    },
  }
}

export type Drafts = ReturnType<typeof openDrafts>
