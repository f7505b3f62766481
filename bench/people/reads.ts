import { parseArgs } from 'node:util'
import type { Ground } from '../guard/figure.ts'
import { onGround } from '../guard/ground.ts'
import { processorTime } from '../guard/processor.ts'
import { median, round } from '../measure.ts'
import { tokenOf } from '../server.ts'
import { firstEmployee } from './load.ts'

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
const middle = firstEmployee + Math.floor(count / 100)

/** What is asked by whom, by the number of the round: an answer that is kept would say nothing. */
type Asked = { by: 'user' | 'employee'; path: (turn: number) => string }

const pages = Math.floor(count / 20)
const staff = (path: Asked['path']): Asked => ({ by: 'user', path })
const colleague = (path: Asked['path']): Asked => ({ by: 'employee', path })

const asked: Readonly<Record<string, Asked>> = {
  'list, page 1': staff((turn) => `/employee?per_page=${20 + turn}`),
  'list, page in the middle': staff((turn) => `/employee?page=${Math.floor(pages / 2) - turn}&per_page=20`),
  'list, last page': staff((turn) => `/employee?page=${pages - turn}&per_page=20`),
  'list, keyword of one': staff((turn) => `/employee?keyword=${firstEmployee + turn}&per_page=20`),
  'list, keyword of many': staff((turn) => `/employee?keyword=grace&per_page=${20 + turn}`),
  'list, two letters': staff((turn) => `/employee?keyword=gr&per_page=${20 + turn}`),
  'list, by division': staff((turn) => `/employee?division=${1_000 + turn}&per_page=20`),
  'list, by superior': staff((turn) => `/employee?empSuper=${firstEmployee + turn}&per_page=20`),
  'list, by name': staff((turn) => `/employee?sort=fullname&per_page=${20 + turn}`),
  'one record': staff((turn) => `/employee/${middle + turn}`),
  'choices, first': staff(() => '/utility/getEmployee?limit=101'),
  'choices, keyword': staff((turn) => `/utility/getEmployee?limit=101&keyword=grace%20${turn}`),
  'choices, two letters': staff(() => '/utility/getEmployee?limit=101&keyword=gr'),
  'chart, top': staff(() => '/employee/chart'),
  'chart, in the middle': staff((turn) => `/employee/chart?id=${middle + turn}`),
  'chart, on a day': staff((turn) => `/employee/chart?id=${middle + turn}&at=2026-01-01`),
  'search of all': staff((turn) => `/search?q=grace%20${turn}`),
  'directory by title': colleague(() => '/employee/by_title'),
  'directory by division': colleague(() => '/employee/by_division'),
  'directory by department': colleague(() => '/employee/by_department'),
  'directory, keyword of one': colleague((turn) => `/employee/by_division?keyword=${firstEmployee + turn}`),
  'directory, keyword of many': colleague(() => '/employee/by_division?keyword=grace'),
  colleague: colleague((turn) => `/employee/${middle + turn}/with_co`),
  'chart of a colleague': colleague((turn) => `/employee/chart?id=${middle + turn}`),
  'landing page': colleague(() => '/utility/portal'),
}

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
  for (const [name, { by, path }] of Object.entries(asked))
    if (name.includes(values.only)) table[name] = await measure(ground, tokens[by], path)
  console.log(`${count} employees`)
  console.table(table)
})
