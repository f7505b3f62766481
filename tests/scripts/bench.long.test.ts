import { expect, it } from 'vitest'
import type { Measured } from '../../bench/guard/figure.ts'
import { onGround } from '../../bench/guard/ground.ts'
import { reads } from '../../bench/guard/reads.ts'

// So many posts that both sides fill a page by a keyword. `npm run bench` says how fast; this says that nothing has become several times slower, beside whatever else the machine does.
const share = 0.4

it('reads are answered at no less than four tenths of what they are to reach beside bare handlers', async () => {
  const found = new Map<string, Measured>()
  await onGround({ posts: 20_000, seconds: 1, rounds: 3 }, async (ground) => {
    for (const figure of reads) found.set(figure.name, await figure.measure(ground))
  })
  expect(found.size).toBe(reads.length)
  for (const { name, reach } of reads) expect(found.get(name)?.ratio, name).toBeGreaterThan(reach * share)
}, 300_000)
