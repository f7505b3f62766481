import { pino } from 'pino'
import { type Base, openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/logger.ts'
import { rebuild } from '../../projections/running/rebuild.ts'
import { verify, verifyLog } from '../../projections/running/verify.ts'
import type { Figure } from './figure.ts'

type Parts = Base & { resources: typeof resources; logger: typeof silentLog }

/** Work of a process of its own on the whole log, beside the running server: in milliseconds. */
const whole = (name: string, reach: number, work: (parts: Parts) => Promise<unknown>): Figure => ({
  name,
  reach,
  measure: async ({ dataDir }) => {
    const base = await openBase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'error' }), resources)
    try {
      const began = performance.now()
      await work({ ...base, resources, logger: silentLog })
      return { unit: 'ms', ours: Math.round(performance.now() - began) }
    } finally {
      await base.close()
    }
  },
})

/** The processor's time of this process for an event of the log alone, all of it signed: 10 µs are 100,000 events a second and core. */
const anEvent: Figure = {
  name: 'verify-log, an event',
  reach: 10,
  measure: async ({ dataDir }) => {
    const base = await openBase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'error' }), resources)
    try {
      await base.proof.sign(true)
      const before = process.cpuUsage()
      const { events, ok } = await verifyLog(base)
      const { user, system } = process.cpuUsage(before)
      if (!ok) throw new Error('verify-log found something wrong')
      return { unit: 'µs', ours: Number(((user + system) / events).toFixed(1)) }
    } finally {
      await base.close()
    }
  },
}

/** What is made anew from the log: the read models, and the comparison with them. */
export const replay: readonly Figure[] = [
  anEvent,
  whole('rebuild', 6_000, rebuild),
  whole('verify', 12_000, async (parts) => {
    const { ok } = await verify(parts)
    if (!ok) throw new Error('verify found something wrong')
  }),
]
