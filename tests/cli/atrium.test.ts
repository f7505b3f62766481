import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { command } from '../faults/invariants.ts'
import { newDataDir } from '../support/server.ts'

it.each([
  { words: ['create-administrator', '--user-nam', 'ada'], said: "Unknown option '--user-nam'" },
  { words: ['bake'], said: 'There is no command bake.' },
  { words: ['verify', '--quick'], said: 'verify takes nothing after its name.' },
  { words: ['code', 'ada', 'lovelace'], said: 'code takes fewer words than that.' },
])('answers the wrong words $words with the right ones and exit code 64', { timeout: 60_000 }, async (wrong) => {
  const data = newDataDir()
  const { code, stdout, stderr } = await command(data.dataDir, wrong.words)
  await data.remove()
  expect(stdout + stderr).toContain(wrong.said)
  expect(stdout + stderr).toContain('create-administrator --user-name <name>')
  expect(stdout + stderr).not.toContain('node:internal')
  expect(code).toBe(64)
})

it('says how it is used, and opens nothing for it', { timeout: 60_000 }, async () => {
  const data = newDataDir()
  const { code, stdout } = await command(data.dataDir, ['restore', '--help'])
  expect([code, readdirSync(data.dataDir)]).toEqual([0, []])
  expect(stdout).toContain('restore <file> [--erasures <ledger>]')
  await data.remove()
})
