import type { Mix } from '../mix.ts'
import {
  cutImport,
  killBetween,
  killDuringRebuild,
  killLog,
  killPostgres,
  killServer,
  repeated,
  swizzle,
} from './kills.ts'
import {
  backedUp,
  brokenConnections,
  fullDisks,
  jumpingClocks,
  mailTrouble,
  slowDatabase,
  stoppedServer,
} from './troubles.ts'
import type { World } from './world.ts'

/** What a fault does under load. `heals`: how many milliseconds a server may take to be ready again after it. */
export type Fault = { about: string; heals: number; happen(mix: Mix): Promise<void> }

/** The faults by their ids. F6, F7 and F9 are part of every load; F14 needs a file system of its own. */
export const faults: Readonly<Record<string, Fault>> = {
  F1: { about: 'a server is killed', heals: 5_000, happen: repeated(killServer) },
  F1b: { about: 'a server is killed between append and answer', heals: 5_000, happen: repeated(killBetween) },
  F1c: { about: 'a server is killed during a rebuild', heals: 5_000, happen: killDuringRebuild },
  F2: { about: 'PostgreSQL is killed', heals: 5_000, happen: repeated(killPostgres) },
  F2b: { about: 'the event store is killed', heals: 5_000, happen: killLog },
  F3: { about: 'disks are full', heals: 10_000, happen: fullDisks },
  F4: { about: 'the database is slow, hangs, is locked', heals: 5_000, happen: slowDatabase },
  F5: { about: 'connections break', heals: 5_000, happen: brokenConnections },
  F8: { about: 'an import is cut off', heals: 5_000, happen: cutImport },
  F10: { about: 'clocks jump', heals: 5_000, happen: jumpingClocks },
  F11: { about: 'a server stands still, or may open no more files', heals: 5_000, happen: stoppedServer },
  F12: { about: 'the mail server is away, hangs, refuses', heals: 5_000, happen: mailTrouble },
  F13: { about: 'a backup is made and restored', heals: 5_000, happen: backedUp },
  F15: { about: 'several of them at once', heals: 10_000, happen: swizzle },
}

/** Takes away what a fault may have left. */
export const healAll = async (world: World): Promise<void> => {
  for (const { proxy } of world.nodes) proxy.heal()
  world.mailProxy.heal()
  world.postgres.thaw()
  await world.mail.become('takes')
}
