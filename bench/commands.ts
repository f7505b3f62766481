import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAtrium } from '../app/atrium.ts'
import { category } from '../domain/resources/category.ts'
import { resources } from '../domain/catalog.ts'
import { employee } from '../domain/resources/employee.ts'
import type { Resource } from '../domain/resource.ts'
import { readConfig } from '../platform/config.ts'
import { median, round } from './measure.ts'

// npx tsx bench/commands.ts [events] [edits per round] [rounds]: edits of an old record beside those of a new one; needs a build.
const argument = (index: number, usual: number) => Number(process.argv[index] ?? usual)
const [age, edits, rounds] = [argument(2, 4_200), argument(3, 200), argument(4, 5)]
const actor = { type: 'system', id: 'bench' } as const

/** A kind of record: what makes one of a name and a number, and the field that its edits change. One of them is a person, and so sealed. */
type Kind = { resource: Resource; field: string; sampleOf: (name: string, number: number) => Record<string, unknown> }
const kinds: readonly Kind[] = [
  { resource: category, field: 'name', sampleOf: (name) => ({ name }) },
  {
    resource: employee,
    field: 'display_name',
    sampleOf: (name, number) => ({
      employee_number: String(number),
      fullname: name,
      display_name: name,
      email: `${name}@example.org`,
    }),
  },
]

const run = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', PORT: '0' })
  const atrium = await openAtrium(config, pino({ level: 'warn' }), resources)
  const { dispatch } = atrium.services
  const command = (resource: Resource, more: { verb: string; sent: Record<string, unknown>; id?: number }) =>
    dispatch({ resource, actor, perms: null, commandId: randomUUID(), isFirstTry: true, ...more })
  const create = async ({ resource, sampleOf }: Kind, number: number) =>
    (await command(resource, { verb: 'create', sent: sampleOf(`name${number}`, number) })).id
  let turn = 0
  /** Milliseconds for each of so many edits, one after the other. */
  const edit = async ({ resource, field }: Kind, id: number, times: number) => {
    const began = performance.now()
    for (let index = 0; index < times; index += 1)
      await command(resource, { verb: 'edit', id, sent: { [field]: `Name ${turn++}` } })
    return (performance.now() - began) / times
  }
  try {
    for (const kind of kinds) {
      const old = await create(kind, 0)
      await edit(kind, old, age)
      const found: { young: number; old: number }[] = []
      for (let index = 0; index < rounds; index += 1) {
        const young = await create(kind, index + 1)
        found.push({ young: await edit(kind, young, edits), old: await edit(kind, old, edits) })
      }
      const ratio = median(found.map((one) => one.old / one.young))
      const times = `${round(median(found.map((one) => one.old)))} ms and ${round(median(found.map((one) => one.young)))} ms`
      console.log(
        `an edit of one of the ${kind.resource.plural} with ${age} events and of a new one: ${times}, ratio ${round(ratio)} (median)`,
      )
    }
  } finally {
    await atrium.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
