import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Every row of every table of ours as text, after the name of its table. Bytes are in hex. */
export const dumpOf = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const parts: string[] = []
  for (const { name } of rows) {
    const all = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    parts.push(...all.rows.map(({ text }) => `${name} ${text}`))
  }
  return parts.join('\n')
}

/** The names and the bytes of every file below a folder. */
export const filesBelow = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const read = await Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')))
  return files.map((path, index) => `${path}\n${read[index]}`).join('\n')
}

/** Which of these texts another holds in whatever spelling: as it is, in hex or in base64; with a place where it stands. */
export const foundIn = (text: string, wanted: readonly string[]): string[] => {
  const lower = text.toLowerCase()
  return wanted.flatMap((one) => {
    const bytes = [one, one.toLowerCase()].map((spelt) => Buffer.from(spelt))
    // In the middle of something longer, base64 has one of three beginnings.
    const based = bytes
      .flatMap((all) => [0, 1, 2].map((skip) => all.subarray(skip).toString('base64').slice(0, -4)))
      // Fewer letters stand in what is random now and then.
      .filter((spelt) => spelt.length >= 8)
    const spellings = [one.toLowerCase(), ...bytes.map((all) => all.toString('hex'))]
    const at = Math.max(...spellings.map((spelt) => lower.indexOf(spelt)), ...based.map((spelt) => text.indexOf(spelt)))
    return at < 0 ? [] : [`${one} in ${text.slice(Math.max(0, at - 60), at + 60)}`]
  })
}
