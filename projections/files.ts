import type { Pool } from 'pg'
import type { LibraryFile } from '../domain/library.ts'
import { fileLink, keywordSql, placeholders } from './sql.ts'

/** What lies behind a file's address. */
export type StoredFile = { id: number; name: string; type: string; hash: string; extension: string }

const most = 100

/** Active files of the library, newest first, at most 100 (spec/decisions T5). Pictures of people are not in it. */
export const libraryFiles = async (pool: Pool, keyword: string): Promise<LibraryFile[]> => {
  const { values, put } = placeholders()
  const search = keywordSql(keyword, 't.keyword', put)
  const text = `select t.id, t.name, t.type, t.key from file t where t.status = 'active' and t.owner = ''${search === null ? '' : ` and ${search}`} order by t.id desc limit ${most}`
  const { rows } = await pool.query<{ id: number; name: string; type: string; key: string }>({ text, values })
  return rows.map(({ id, name, type, key }) => {
    const link = fileLink(key, name)
    return { id, name, type, link, thumbnail: type === 'image' ? link : null }
  })
}

const publicPictures = 'exists (select from configuration c where c.id = 1 and f.id in (c.favicon, c.logo))'

const visible = {
  user: "f.status <> 'deleted'",
  employee: "f.status = 'active'",
  anyone: `f.status = 'active' and ${publicPictures}`,
}

/** The file of an address, or null when this audience may not see it: favicon and logo are public, employees see what is active (design §3). */
export const fileByKey = async (
  pool: Pool,
  key: string,
  audience: keyof typeof visible,
): Promise<StoredFile | null> => {
  const text = `select f.id, f.name, f.type, f.hash, f.extension from file f where f.key = $1 and ${visible[audience]}`
  const { rows } = await pool.query<StoredFile>({ name: `file-by-key-${audience}`, text, values: [key] })
  return rows[0] ?? null
}

/** Which of these hashes a file record names, also one in Trash: what none names is an orphan of a broken upload. */
export const namedHashes = async (pool: Pool, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ hash: string }>('select distinct hash from file where hash = any($1)', [hashes])
  return new Set(rows.map((row) => row.hash))
}
