import type { Pool } from 'pg'
import type { ComposedMail } from '../inbox/mails.ts'
import type { People, Queryable } from '../identity/sign-in/dependencies.ts'
import { type Due, nextDue, noteTold } from './digests.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** A post as a mail tells of it. */
export type News = { slug: string; name: string; excerpt: string }

type Asked = { after: Date; until: Date; categories: readonly number[]; limit: number }

type Parts = {
  pool: Pool
  isOn(): Promise<boolean>
  timeZone(): Promise<string>
  /** True once the read models hold what was published until now. */
  isCaughtUp(): Promise<boolean>
  newsOf(asked: Asked): Promise<readonly News[]>
  people: People
  queueMail(client: Queryable, mail: ComposedMail): Promise<void>
  key: Uint8Array
  publicUrl: string
}

const beginsAt = 6
const mostAtOnce = 500
const mostTold = 20
// Who was told nothing for long, since all of it was switched off, is not told of a year.
const longest = 8 * 24 * 3_600_000
const mailLife = 2 * 24 * 3_600

/**
 * Sends what is due of new posts: to each once in a day or a week, in one transaction with the note of it. Nothing is sent where nothing is new.
 * @throws why the first was not told, once all others were
 */
export const digestSender = (parts: Parts) => {
  const { pool, newsOf, people, queueMail, key, publicUrl } = parts

  const tell = async (client: Queryable, due: Due, until: Date): Promise<void> => {
    const person = await people.byId('employee', due.id)
    if (person?.status !== 'active' || person.email === '') return
    const after = new Date(Math.max(due.toldUntil.getTime(), until.getTime() - longest))
    const news = await newsOf({ after, until, categories: due.categories, limit: mostTold + 1 })
    if (news.length === 0) return
    const shown = news.slice(0, mostTold)
    const token = unsubscribeToken(key, due.id)
    await queueMail(client, {
      kind: 'digest',
      to: person.email,
      person,
      dedupeKey: `digest employee-${due.id} ${due.frequency} ${due.period}`,
      expiresInSeconds: mailLife,
      unsubscribe: `${publicUrl}/api/digest/unsubscribe/${token}`,
      compose: (say) => ({
        subject: say({ id: 'News: {name}', values: { name: shown[0]?.name ?? '' } }),
        text: [
          ...shown.map(({ name, excerpt, slug }) =>
            [name, excerpt, `${publicUrl}/post/${encodeURIComponent(slug)}`].filter(Boolean).join('\n'),
          ),
          news.length > mostTold ? `${say('All posts')}: ${publicUrl}/post` : '',
          say(
            due.frequency === 'daily'
              ? 'You are told of new posts once a day.'
              : 'You are told of new posts once a week.',
          ),
          `${say('Change it on your profile:')} ${publicUrl}/profile`,
          `${say('End these mails without signing in:')} ${publicUrl}/unsubscribe/${token}`,
        ]
          .filter(Boolean)
          .join('\n\n'),
      }),
    })
  }

  // Whoever could not be told is left for the next time: nobody waits behind them.
  const sendNext = async (until: Date, zone: string, hour: number, failed: Map<number, unknown>): Promise<boolean> => {
    const client = await pool.connect()
    let due: Due | null = null
    try {
      await client.query('begin')
      due = await nextDue(client, zone, hour, [...failed.keys()])
      if (due) {
        await tell(client, due, until)
        await noteTold(client, due.id, until)
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      if (!due) throw error
      failed.set(due.id, error)
    } finally {
      client.release()
    }
    return due !== null
  }

  return async (hour = beginsAt): Promise<void> => {
    if (!(await parts.isOn())) return
    const [until, zone] = [new Date(), await parts.timeZone()]
    if (!(await parts.isCaughtUp())) return
    const failed = new Map<number, unknown>()
    for (let count = 0; count < mostAtOnce; count += 1) if (!(await sendNext(until, zone, hour, failed))) break
    const [first] = failed.values()
    if (first !== undefined) throw first
  }
}
