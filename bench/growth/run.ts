import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure, Ground } from '../guard/figure.ts'
import { onGround } from '../guard/ground.ts'
import { importOf } from '../guard/imports.ts'
import { writes } from '../guard/writes.ts'
import { tokenOf } from '../server.ts'
import { draw, type Growth, sizes } from './draw.ts'
import { freshReads, microsAgain, microsOf, repeatedReads, untilIdle } from './reads.ts'

// npx tsx bench/growth/run.ts [--draw] [--only <part of a name>] [--size 100000] [--data <folder>]: measures each figure at 1, 10 and 100 times the
// posts and employees, keeps it as JSON and draws it; --draw draws what is kept. Needs a build.
const { values } = parseArgs({
  options: {
    draw: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    size: { type: 'string' },
    data: { type: 'string' },
  },
})
const folder = join(import.meta.dirname, '..', 'results', 'growth')
const kept = join(folder, 'growth.json')
const picture = join(import.meta.dirname, '..', '..', 'docs', 'performance-growth.svg')

// What adds records comes last. Imports of a thousand rows, so that the smallest ground stays small.
const written: readonly Figure[] = [
  ...writes.filter(({ name }) => name !== 'create'),
  ...writes.filter(({ name }) => name === 'create'),
  importOf(1_000),
]

const isAsked = ({ name }: { name: string }): boolean => name.includes(values.only)

const measure = async (ground: Ground, tell: (name: string, micros: { ours: number; bare?: number }) => void) => {
  const tokens = { user: ground.token, employee: await tokenOf(ground.atrium.url, ground.dataDir, 'employee') }
  await untilIdle(ground)
  for (const { name, path } of repeatedReads(ground.posts).filter(isAsked))
    tell(name, { ours: await microsAgain(ground, path) })
  for (const fresh of freshReads(ground.posts).filter(isAsked))
    tell(fresh.name, { ours: await microsOf(ground, tokens[fresh.by], fresh) })
  for (const figure of written.filter(isAsked)) {
    const { micros } = await figure.measure(ground)
    if (micros) tell(`write: ${figure.name}`, micros)
  }
}

const measureAll = async (growth: Growth): Promise<Growth> => {
  for (const size of sizes.filter((one) => values.size === undefined || one === Number(values.size)))
    await onGround(
      {
        posts: size,
        employees: size,
        seconds: 2,
        rounds: 3,
        data: values.data === undefined ? undefined : join(values.data, String(size)),
      },
      (ground) =>
        measure(ground, (name, micros) => {
          growth[name] = { ...growth[name], [size]: micros }
          console.log(size, name, micros)
        }),
    )
  return growth
}

const readKept = (): Growth => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})

if (!values.draw) {
  mkdirSync(folder, { recursive: true })
  const isPart = values.only !== '' || values.size !== undefined
  writeFileSync(kept, `${JSON.stringify(await measureAll(isPart ? readKept() : {}), null, 2)}\n`)
}
writeFileSync(picture, draw(readKept()))
