import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order, Told } from './asks.ts'

/** Sends requests from a process of its own, as it is ordered to, and answers what it was told. */
export const offered = async (order: Order): Promise<Told> => {
  const sender = fork(join(import.meta.dirname, 'sender.ts'), [JSON.stringify(order)], {
    // From source, whoever starts it.
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  try {
    const [told] = await once(sender, 'message')
    return told
  } finally {
    sender.kill()
  }
}
