import type { Connection, Pool, Submittable } from 'pg'
import { asError } from '../../platform/as-error.ts'
import { checkedColumns } from './checked-row.ts'
import { takeCopiedRows } from './copied-rows.ts'

// What comes before the first row: a signature of 11 bytes, flags, and the length of an extension, which there is none of.
const aheadOfRows = 19
// Behind the last one is a count of fields that no row has.
const end = -1

const patience = 600_000

/** What the client of PostgreSQL calls on a statement that it is handed. */
type Copying = Submittable & {
  query_timeout: number
  callback(): void
  handleCopyData(): void
  handleCommandComplete(): void
  handleError(error: unknown): void
  handleReadyForQuery(): void
}

/** A statement that copies rows out; each is handed over as it comes, and its bytes are gone after. */
const copying = (text: string, take: (bytes: Buffer, at: number) => void, done: (failure: Error | null) => void) => {
  let isFirst = true
  let failure: Error | null = null
  let release = () => {}
  const fail = (error: unknown) => {
    failure ??= asError(error)
  }
  const finish = () => {
    release()
    statement.callback()
    done(failure)
  }
  const takeRow = (bytes: Buffer, from: number, until: number) => {
    const at = isFirst ? from + aheadOfRows : from
    isFirst = false
    if (failure || at >= until || bytes.readInt16BE(at) === end) return
    // Thrown into the client, an error would end the process.
    try {
      take(bytes, at)
    } catch (error) {
      fail(error)
    }
  }
  const statement: Copying = {
    query_timeout: patience,
    callback: () => {},
    submit: (connection: Connection) => {
      release = takeCopiedRows(connection.stream, takeRow)
      connection.query(text)
    },
    handleCopyData: () => {},
    handleCommandComplete: () => {},
    handleError: (error) => {
      fail(error)
      finish()
    },
    handleReadyForQuery: finish,
  }
  return statement
}

/** The next rows of `checkedColumns` after a position, in order, at most `limit`, each made into something from the bytes that it begins at. */
export const readRows = async <T>(
  pool: Pool,
  after: bigint,
  limit: number,
  make: (bytes: Buffer, at: number) => T,
): Promise<T[]> => {
  // COPY takes no parameters: both are numbers. Events may be long, so the time is the client's to limit.
  const rows = `select ${checkedColumns} from log.event where position > ${after} order by position limit ${limit}`
  const text = `set local statement_timeout = 0; copy (${rows}) to stdout (format binary)`
  const client = await pool.connect()
  const found: T[] = []
  const take = (bytes: Buffer, at: number) => found.push(make(bytes, at))
  const failure = await new Promise<Error | null>((resolve) => client.query(copying(text, take, resolve)))
  client.release(failure ?? undefined)
  if (failure) throw failure
  return found
}
