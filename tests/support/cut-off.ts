import type { Pool } from 'pg'

/** Does `work` while no answer to a call is kept: a call under a key is cut off behind what it did. */
export const whileCutOff = async (pool: Pick<Pool, 'query'>, work: () => Promise<void>): Promise<void> => {
  await pool.query(`create function cut_off() returns trigger language plpgsql as
    $$ begin raise exception 'away' using errcode = '57P01'; end $$`)
  await pool.query(`create trigger cut_off before update on command.answered for each row
    when (new.status is not null) execute function cut_off()`)
  try {
    await work()
  } finally {
    await pool.query('drop function cut_off() cascade')
  }
}
