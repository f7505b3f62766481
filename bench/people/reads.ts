import { parseArgs } from 'node:util'
import type { Ground } from '../guard/figure.ts'
import { onGround } from '../guard/ground.ts'
import { processorTime } from '../guard/processor.ts'
import { median, round } from '../measure.ts'
import { tokenOf } from '../server.ts'
import { type Asked, askedOfPeople } from './asked.ts'

// npx tsx bench/people/reads.ts [--employees 100000] [--data folder] [--only part of a name]: what the apps ask of employees, where there are so many; needs a build.
const { values } = parseArgs({
  options: {
    employees: { type: 'string', default: '100000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
  },
})
const [count, rounds] = [Number(values.employees), Number(values.rounds)]

const measure = async ({ atrium, postmaster }: Ground, token: string, path: Asked['path']) => {
  const times: number[] = []
  let [bytes, status] = [0, 0]
  const processor = () => processorTime(atrium.child.pid ?? 0, postmaster)
  const ask = async (turn: number) => {
    const answer = await fetch(`${atrium.url}/api${path(turn)}`, { headers: { authorization: `Bearer ${token}` } })
    bytes = (await answer.arrayBuffer()).byteLength
    status = answer.status
  }
  await ask(rounds)
  if (status !== 200) return { status }
  const before = processor()
  for (let turn = 0; turn < rounds; turn += 1) {
    const began = performance.now()
    await ask(turn)
    times.push(performance.now() - began)
  }
  return {
    status,
    'median ms': round(median(times)),
    'worst ms': round(Math.max(...times)),
    'processor ms': round((processor() - before) / 1_000 / rounds),
    KB: round(bytes / 1_024),
  }
}

await onGround({ posts: 0, employees: count, seconds: 0, rounds, data: values.data }, async (ground) => {
  const tokens = { user: ground.token, employee: await tokenOf(ground.atrium.url, ground.dataDir, 'employee') }
  const table: Record<string, object> = {}
  for (const [name, { by, path }] of Object.entries(askedOfPeople(count)))
    if (name.includes(values.only)) table[name] = await measure(ground, tokens[by], path)
  console.log(`${count} employees`)
  console.table(table)
})
