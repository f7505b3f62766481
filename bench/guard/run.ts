import { parseArgs } from 'node:util'
import { figures } from './figures.ts'
import type { Figure, Measured } from './figure.ts'
import { onGround } from './ground.ts'
import { keep, type Result, resultOf, results, slowerThan } from './results.ts'

// npm run bench [-- --only <part of a name>] [-- --posts 100000 --seconds 3 --rounds 5 --data <folder>]: measures beside the bare handlers and, unless
// only some figures are asked for, keeps the result. npm run bench -- compare: what became slower since the run before.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    posts: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
})

const lineOf = ({ reach }: Figure, { unit, ours, bare, ratio, micros }: Measured) => ({
  ours: `${ours} ${unit}`,
  bare: bare ?? '',
  ratio: ratio ?? '',
  reach: `${ratio === undefined ? '≤' : '≥'} ${reach}`,
  'µs ours': micros?.ours ?? '',
  'µs bare': micros?.bare ?? '',
})

const measureAll = async () => {
  const { only = '', data } = values
  const [posts, seconds, rounds] = [values.posts, values.seconds, values.rounds].map(Number)
  if (!posts || !seconds || !rounds) throw new Error('posts, seconds and rounds are numbers')
  const asked = figures.filter(({ name }) => name.includes(only))
  const found: Record<string, Measured> = {}
  await onGround({ posts, seconds, rounds, data }, async (ground) => {
    for (const figure of asked) {
      found[figure.name] = await figure.measure(ground)
      console.log(`${figure.name}: ${JSON.stringify(found[figure.name])}`)
    }
  })
  console.table(Object.fromEntries(asked.map((figure) => [figure.name, lineOf(figure, found[figure.name] ?? never())])))
  if (only === '') console.log(`kept in ${keep(resultOf(posts, found))}`)
}

const never = (): never => {
  throw new Error('a figure was not measured')
}

const compare = ([before, now]: readonly Result[]) => {
  if (!before || !now) return console.log('There are no two runs to compare.')
  const slower = slowerThan(before, now)
  console.log(`${now.commit} of ${now.at} beside ${before.commit} of ${before.at}`)
  for (const line of slower) console.log(`slower: ${line}`)
  if (slower.length === 0) return console.log('Nothing became slower by more than 15 %.')
  process.exitCode = 1
}

if (positionals[0] === 'compare') compare(results().slice(-2))
else await measureAll()
