import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../measure.ts'
import { memoryOf, serveWith } from '../server.ts'
import type { Figure, Ground } from './figure.ts'

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).ok

/** Starts one more server on what is loaded, whose database runs; answers milliseconds until it is ready, and its memory then. */
const startBeside = async ({ dataDir }: Ground): Promise<{ milliseconds: number; memory: number }> => {
  const began = performance.now()
  const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production' })
  while (!(await isReady(served.url))) await pause(10)
  const milliseconds = Math.round(performance.now() - began)
  const memory = memoryOf(served)
  await served.stop()
  return { milliseconds, memory }
}

const started = async (ground: Ground, what: 'milliseconds' | 'memory'): Promise<number> => {
  const found: number[] = []
  for (let round = 0; round < ground.rounds; round += 1) found.push((await startBeside(ground))[what])
  return median(found)
}

/** How soon a server is ready, and how much memory it takes before and after it has been asked for all that stands above in the table. */
export const service: readonly Figure[] = [
  {
    name: 'start',
    reach: 1_500,
    measure: async (ground) => ({ unit: 'ms', ours: await started(ground, 'milliseconds') }),
  },
  {
    name: 'memory, idle',
    reach: 150,
    measure: async (ground) => ({ unit: 'MB', ours: await started(ground, 'memory') }),
  },
  { name: 'memory, loaded', reach: 250, measure: async ({ atrium }) => ({ unit: 'MB', ours: memoryOf(atrium) }) },
]
