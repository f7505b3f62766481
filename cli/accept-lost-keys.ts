import type { Base } from '../app/open.ts'

type Parts = Pick<Base, 'pool' | 'log'> & { say(text: string): void }

const page = 1_000

/**
 * Marks every person whose sealed data the log holds and whose key this database lacks as erased, so that the server starts
 * and shows "[erased]" for them. There is no way back. Answers the exit code.
 */
export const acceptLostKeys = async ({ pool, log, say }: Parts): Promise<number> => {
  let [position, count] = [0n, 0]
  for (;;) {
    const events = await log.store.readAll(position, page)
    const last = events.at(-1)
    if (!last) break
    position = last.position
    const subjects = [...new Set(events.flatMap((event) => (event.personal ? [event.personal.subject] : [])))]
    if (subjects.length === 0) continue
    const { rowCount } = await pool.query(
      'insert into keys.subject (subject, wrapped, destroyed_at) select subject, null, clock_timestamp() from unnest($1::text[]) as subject on conflict do nothing',
      [subjects],
    )
    count += rowCount ?? 0
  }
  say(`${count} people of this log read as erased from now on. Run "npm run rebuild" next.`)
  return 0
}
