import { appendFileSync, closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pngPicture } from '../../support/pictures.ts'
import { administrator, employee } from '../../support/sign-in-page.ts'
import { type Entry, loadDuring } from '../load.ts'
import { count, type Mix, mixedWork, type Notes } from '../mix.ts'
import { type Known, violations } from './checks.ts'
import { type Fault, healAll } from './faults.ts'
import { openHistory } from './history.ts'
import { accountIn, enter } from './people.ts'
import { type Random, random } from './random.ts'
import { openWorld, type Wanted, type World } from './world.ts'

/** What a run has seen. */
export type Seen = Notes & { rounds: number; longestToBeReady: number; kills: World['kills']; seed: number }

/** A run of rounds: each has one fault under load, after which everything that has to hold is looked at. */
export type FaultRun = {
  world: World
  seen(): Seen
  round(name: string, fault: Fault): Promise<void>
  close(): Promise<void>
}

const isEmployee = (nth: number, world: World) => accountIn(world, employee, nth)

/** Each command is on disk before it is sent. */
const openLedger = (path: string) => {
  const file = openSync(path, 'a')
  const note = ({ key, method, path: to, outcome, status, id }: Entry) => {
    writeSync(file, `${JSON.stringify({ key, method, to, outcome, status, id })}\n`)
    if (status === null) fsyncSync(file)
  }
  return { note, close: () => closeSync(file) }
}

// A machine that does other things as well is given its time.
const patience = Number(process.env.FAULTS_PATIENCE ?? 4)

/** Opens the world of a run and signs its people in. */
export const openRun = async (seed: number, wanted: Wanted): Promise<FaultRun> => {
  const world = await openWorld(wanted)
  const draws: Random = random(seed)
  const note: Notes = { violations: [], counts: new Map() }
  const [node] = world.nodes
  const mix: Mix = {
    world,
    random: draws,
    note,
    admin: await enter(world, node, accountIn(world, administrator)),
    employee: await enter(world, node, isEmployee(0, world)),
    guest: isEmployee(1, world),
    picture: new Uint8Array(await pngPicture(40, 30)),
  }
  const known: Known = { history: await openHistory(world), ledger: new Map(), commandsOf: new Map(), requests: 0 }
  const ledger = openLedger(join(world.folder, 'ledger'))
  const hear = (entry: Entry) => {
    ledger.note(entry)
    if (entry.outcome === 'ok') count(note, 'acknowledged')
  }
  const seen: Seen = { ...note, rounds: 0, longestToBeReady: 0, kills: world.kills, seed }
  return {
    world,
    seen: () => seen,
    round: async (name, fault) => {
      const of = { ...mix, random: draws.of(`${name} ${seen.rounds}`) }
      seen.rounds += 1
      appendFileSync(join(world.folder, 'faults'), `${seen.rounds} ${name}\n`)
      const happening = () => fault.happen(of).finally(() => healAll(world))
      const entries = await loadDuring(of.admin.on(node), happening, mixedWork(of), hear)
      for (const { path, status } of entries) count(note, `${path.replace(/\d+/g, ':id')} ${status}`)
      const took = await world.healthy().catch((cause: unknown) => {
        throw new Error(`after ${name}, round ${seen.rounds}`, { cause })
      })
      seen.longestToBeReady = Math.max(seen.longestToBeReady, took)
      if (took > fault.heals * patience) note.violations.push(`V10: ready ${Math.round(took)} ms after ${name}`)
      note.violations.push(
        ...(await violations(of, known, entries)).map((one) => `${name}, round ${seen.rounds}: ${one}`),
      )
    },
    close: async () => {
      ledger.close()
      await known.history.close()
      await world.close()
    },
  }
}

/** Why a run shows nothing: what has to have happened at least so often, and did not. */
export const missing = ({ counts, kills, rounds }: Seen, wanted: Readonly<Record<string, number>>): string[] => {
  const all: Readonly<Record<string, number>> = {
    rounds,
    'kills of servers': kills.server,
    'kills of PostgreSQL': kills.postgres,
  }
  return Object.entries(wanted).flatMap(([what, least]) => {
    const times = all[what] ?? counts.get(what) ?? 0
    return times < least ? [`${what}: ${times} of ${least}`] : []
  })
}
