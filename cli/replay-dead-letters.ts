import type { Base } from '../app/open.ts'
import type { Resource } from '../domain/resource.ts'
import { alone } from '../platform/database/connection.ts'
import { listDeadLetters, replayDeadLetters } from '../projections/running/replay-dead-letters.ts'
import { readSchema, schemaExists } from '../projections/schema.ts'

type Parts = Pick<Base, 'pool' | 'log'> & { resources: readonly Resource[]; say(text: string): void }

const namedAtMost = 100

/**
 * Projects what is dead-lettered and says what still cannot be: of each stream the first event, which holds back the others. Answers the
 * exit code: 0 when nothing is left, 1 else.
 */
export const runReplayDeadLetters = async ({ pool, log, resources, say }: Parts): Promise<number> => {
  const schema = readSchema(resources)
  if (!(await schemaExists(pool, schema.name))) {
    say('There are no read models yet, and nothing is dead-lettered.')
    return 0
  }
  const { replayed, left } = await alone(pool, (client) => replayDeadLetters(client, log, schema))
  say(`${replayed} dead-lettered events are projected, ${left} are left.`)
  if (left === 0) return 0
  const first = new Map((await listDeadLetters(pool, schema.name)).toReversed().map((one) => [one.stream, one]))
  for (const { stream, position, error } of [...first.values()].toReversed().slice(0, namedAtMost))
    say(`${stream} at position ${position}: ${error}`)
  return 1
}
