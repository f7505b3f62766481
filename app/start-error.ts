import { type Config, ConfigError } from '../platform/config.ts'
import { unlessOwned } from '../platform/database/check-server.ts'
import { sqlState } from '../platform/database/outage.ts'

const causes = function* (error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) yield one
}

/** What PostgreSQL answers to who may not do something. */
export const noRight = '42501'

/** What the operator can mend of an error at the start, in one sentence; any other error as it is. */
export const startError = (error: unknown, { dataDir }: Pick<Config, 'dataDir'>): unknown => {
  for (const one of causes(error)) {
    if (one instanceof ConfigError) return one
    if (sqlState(one) === noRight)
      return new ConfigError(
        `DATABASE_URL must name a user with the right CREATE in the database and in its schema public (${noRight})${unlessOwned}`,
        { cause: error },
      )
    // A system call on a file, which names its path.
    if ('path' in one && 'code' in one && String(one.path).startsWith(dataDir))
      return new ConfigError(`DATA_DIR must be a folder that this user can write (${String(one.code)}).`, {
        cause: error,
      })
  }
  return error
}
