import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Target } from './attacks.ts'

/**
 * Attacks a server from a process of its own, so that what attackers do is no delay of whoever measures; answers what `work`
 * does meanwhile, and how often it was tried. Each of the names has so many connections.
 */
export const underAttack = async <T>(
  target: Target,
  names: readonly string[],
  connections: number,
  work: () => Promise<T>,
): Promise<{ result: T; attempts: number }> => {
  const attackers = fork(
    join(import.meta.dirname, 'attackers.ts'),
    [JSON.stringify(target), String(connections), ...names],
    // From source, whoever starts it.
    { execArgv: ['--import', 'tsx'] },
  )
  try {
    await once(attackers, 'message')
    const result = await work()
    const told = once(attackers, 'message')
    attackers.send('stop')
    const [attempts] = await told
    return { result, attempts: Number(attempts) }
  } finally {
    attackers.kill()
  }
}
