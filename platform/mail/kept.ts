import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import { jsonIn } from '../../domain/json.ts'
import type { SealedText } from '../keys.ts'
import type { Mail } from './message.ts'
import type { MailOutbox } from './outbox.ts'

/** A mail that is still here, since when, and how to make it go. */
export type KeptMail = {
  mail: Pick<Mail, 'to' | 'subject' | 'text' | 'person'>
  at: string
  remove(): Promise<unknown>
}

const written = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.string(),
  person: z.string().optional(),
})

/** Mails that wait in the outbox, and those that the mail folder holds. */
export async function* keptMails(pool: Pool, outbox: MailOutbox, folder: string): AsyncGenerator<KeptMail> {
  const { rows } = await pool.query<{ id: string; sealed: SealedText; created_at: Date }>(
    'select id, sealed, created_at from mail.outbox where sealed is not null order by created_at, id',
  )
  for (const { id, sealed, created_at: at } of rows)
    yield {
      mail: outbox.openMail(id, sealed),
      at: at.toISOString(),
      remove: () =>
        pool.query(
          `update mail.outbox set sealed = null, settled_at = coalesce(settled_at, clock_timestamp()), last_failure = null,
             state = case when state in ('queued', 'sending') then 'expired' else state end where id = $1`,
          [id],
        ),
    }
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const path = join(folder, name)
    const { success, data } = written.safeParse(jsonIn(await readFile(path, 'utf8').catch(() => '')))
    if (success) yield { mail: data, at: data.at, remove: () => rm(path, { force: true }) }
  }
}
