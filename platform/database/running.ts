import type pg from 'pg'

/** Whether a process of Atrium is connected to this database. Commands of the command line have names of their own. */
export const isAtriumRunning = async (client: Pick<pg.ClientBase, 'query'>): Promise<boolean> => {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'atrium' limit 1",
  )
  return rowCount !== 0
}

export const stopFirst = 'Atrium is running on this database: stop all of its processes first.'
