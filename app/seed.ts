import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../api/server/services.ts'
import type { Dispatch } from '../commands/command.ts'
import { demoSite, isDemoUnfinished, newSite, seedDemo, seedFoundation } from '../commands/demo/seed.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import type { PictureStore } from '../commands/files/store.ts'
import type { Config } from '../platform/config.ts'
import type { Base } from './open.ts'

type Opened = {
  dispatch: Dispatch
  dispatchAt: (now: () => Date) => Dispatch
  services: Pick<Services, 'idempotent'>
  files: { keepOwn: PictureStore }
  signIn: Pick<SignIn, 'setPassword'>
}

const seedLock = 7_246_003

/** The records that every Atrium has, and the demo company when the log is empty. One process at a time. */
export const seed = async (config: Config, base: Base, opened: Opened) => {
  const holder = await base.pool.connect()
  try {
    while (
      !(await holder.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [seedLock])).rows[0]?.free
    )
      await pause(100)
    const isDemo =
      config.demo &&
      config.role === 'all' &&
      ((await base.log.store.head()) === 0n || (await isDemoUnfinished(base.pool)))
    if (isDemo) await fillDemo(config, base, opened)
    await seedFoundation(opened.dispatch, base.log, newSite)
  } finally {
    // Closing the connection gives the lock back, whatever state it is in.
    holder.release(true)
  }
}

const fillDemo = async (config: Config, base: Base, opened: Opened) => {
  const { dispatch, dispatchAt, services, signIn, files } = opened
  const actor = { type: 'system' as const, id: 'demo' }
  const folder = await mkdtemp(join(tmpdir(), 'atrium-demo-'))
  try {
    await seedDemo({
      log: base.log,
      foundation: () => seedFoundation(dispatch, base.log, demoSite),
      dispatchAt: (at) => dispatchAt(() => at),
      once: services.idempotent,
      setPassword: async (person, password) => {
        await signIn.setPassword({
          person: { ...person, status: 'active' },
          password,
          method: 'command-line',
          actor,
          isQuiet: true,
        })
      },
      keepFile: async (picture, filename, said, commandId) => {
        const origin = {
          source: 'library' as const,
          actor,
          commandId,
          correlationId: commandId,
          field: 'file',
          stream: null,
        }
        return (await files.keepOwn({ filename, picture, said }, origin)).id
      },
      folder,
      dataDir: config.dataDir,
      now: new Date(),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
