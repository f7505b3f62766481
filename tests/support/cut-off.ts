import type { Pool } from 'pg'

const answers = 'update on command.answered for each row when (new.status is not null)'

/** Does `work` while the database goes away `before` something; as a rule before an answer is kept, so that a call under a key is cut off behind what it did. */
export const whileCutOff = async (
  pool: Pick<Pool, 'query'>,
  work: () => Promise<void>,
  before = answers,
): Promise<void> => {
  await pool.query(`create function cut_off() returns trigger language plpgsql as
    $$ begin raise exception 'away' using errcode = '57P01'; end $$`)
  await pool.query(`create trigger cut_off before ${before} execute function cut_off()`)
  try {
    await work()
  } finally {
    await pool.query('drop function cut_off() cascade')
  }
}
