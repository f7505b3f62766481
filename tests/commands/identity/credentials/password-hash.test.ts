import { describe, expect, it } from 'vitest'
import { Busy, passwordHasher, type Turn } from '../../../../commands/identity/credentials/password-hash.ts'

const cheap = { memoryCost: 8_192, timeCost: 1, parallelism: 1 }

describe('password hashes', () => {
  it('are argon2id of at least 19 MiB and two rounds [AUTHN-3]', async () => {
    const [, memory, rounds] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(await passwordHasher().make('zebra7lamp')) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(rounds)).toBeGreaterThanOrEqual(2)
  })

  it('tell apart passwords that differ in the last of 128 characters, and take composed and decomposed letters for one', async () => {
    const hasher = passwordHasher(cheap)
    const long = 'x'.repeat(127)
    const known = await hasher.make(`${long}a`)
    expect((await hasher.matches(known, `${long}b`)).isRight).toBe(false)
    expect((await hasher.matches(known, `${long}a`)).isRight).toBe(true)
    expect((await hasher.matches(await hasher.make('Tür'), 'Tu\u0308r')).isRight).toBe(true)
  })

  it('no password matches where there is no hash, and it takes as long', async () => {
    const hasher = passwordHasher(cheap)
    const known = await hasher.make('zebra7lamp')
    const times: { none: number[]; wrong: number[] } = { none: [], wrong: [] }
    for (let count = 0; count < 30; count += 1) {
      for (const [kind, hash] of [
        ['none', null],
        ['wrong', known],
      ] as const) {
        const begun = performance.now()
        expect((await hasher.matches(hash, 'not the one')).isRight).toBe(false)
        times[kind].push(performance.now() - begun)
      }
    }
    // The fastest of each is what the work takes; what comes on top is other work of the machine.
    const ratio = Math.min(...times.none) / Math.min(...times.wrong)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  it('of strangers are so many at once; more are refused, and all that wait are made [AUTHN-7]', async () => {
    const hasher = passwordHasher(cheap)
    const known = await hasher.make('zebra7lamp')
    const guess = (address: string, standing: Turn['standing'] = 'stranger') =>
      hasher.matches(known, 'zebra7lamp', { path: [address], standing })
    const flood = Array.from({ length: 200 }, () => guess('192.0.2.1'))
    const others = [guess('198.51.100.1'), guess('192.0.2.1', 'known'), hasher.make('later')]
    const settled = await Promise.allSettled(flood)
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(170)
    expect(
      settled
        .flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
        .every((reason) => reason instanceof Busy),
    ).toBe(true)
    await expect(Promise.all(others)).resolves.toHaveLength(3)
  })
})
