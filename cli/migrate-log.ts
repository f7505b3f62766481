import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { ofOwner, openDatabase } from '../app/database.ts'
import type { Compared } from '../event-store/eventstoredb/move.ts'
import { endOfMoved } from '../event-store/eventstoredb/moved.ts'
import { StoreUnavailable } from '../event-store/port.ts'
import { rootOf } from '../event-store/merkle/tree.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { alone, tryLock } from '../platform/database/connection.ts'
import { isAtriumRunning } from '../platform/database/running.ts'
import { changeSignal } from '../platform/signal.ts'

type Parts = { config: Config; logger: Logger; say(text: string): void }

const name = 'atrium migrate-log'
const [sayEvery, lookEvery] = [10_000, 300]

/** Counts, and says so every ten seconds. */
const counter = (say: Parts['say'], done: string) => {
  let [events, said] = [0, performance.now()]
  return (more: number): void => {
    events += more
    if (performance.now() - said < sayEvery) return
    said = performance.now()
    say(`${events} events ${done}.`)
  }
}

/**
 * `migrate-log [--undo]`: moves the log from PostgreSQL to the EventStoreDB that EVENTSTORE_URL names, beside a running server until all is copied and
 * compared; then it waits until no process runs, and ends it. Run again after it broke off, it goes on. Answers the exit code.
 * @throws ConfigError without EVENTSTORE_URL; MoveRefused for a log that cannot be moved
 */
export const migrateLog = async ({ config, logger, say }: Parts, words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...words], options: { undo: { type: 'boolean' } } })
  if (config.eventStoreUrl === null)
    throw new ConfigError('EVENTSTORE_URL must name the EventStoreDB that the log is to be moved to.')
  const { nothingCompared, openMove } = await import('../event-store/eventstoredb/move.ts')
  const { pool, leave } = await openDatabase(ofOwner(config), logger, name)
  const move = openMove(config.eventStoreUrl, pool)
  const pause = changeSignal()

  const run = async (): Promise<void> => {
    let position = await move.copied()
    if (position > 0n) say(`Goes on after position ${position}.`)
    const copied = counter(say, 'copied')
    const compared = counter(say, 'compared')
    let same: Compared = nothingCompared
    let hasAsked = false
    for (let stopped: number | null = null; ; ) {
      position = await move.copy(position, copied)
      same = await move.compare(same, compared)
      if (await isAtriumRunning(pool)) {
        if (!hasAsked)
          say(
            `${same.events} events are copied and compared. Stop all processes of Atrium now; what they still write is copied too.`,
          )
        hasAsked = true
        await pause.wait(pause.ticket(), lookEvery, new AbortController().signal)
        continue
      }
      stopped ??= performance.now()
      if (!(await move.finish(same))) continue
      const seconds = ((performance.now() - stopped) / 1_000).toFixed(1)
      say(
        `${same.events} events are in EventStoreDB, root ${rootOf(same.tree).toString('base64')}. The end took ${seconds} s.`,
      )
      say('Start Atrium with EVENTSTORE_URL now. Until it has written there, migrate-log --undo takes the log back.')
      return
    }
  }

  try {
    return await alone(pool, async (client) => {
      if (!(await tryLock(client, name))) {
        say('Another migrate-log is under way.')
        return 1
      }
      if (values.undo) {
        await move.undo()
        say('The log is in PostgreSQL again: start Atrium without EVENTSTORE_URL.')
      } else if (await endOfMoved(pool)) say('The log was moved before.')
      else await run()
      return 0
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    say(`Broken off: ${error.message}. Run it again, and it goes on.`)
    return 1
  } finally {
    await move.close()
    await leave()
  }
}
