import { expect, it } from 'vitest'
import { command } from '../faults/invariants.ts'
import { newDataDir } from '../support/server.ts'

it.each([
  { words: ['create-administrator', '--user-nam', 'ada'], said: "Unknown option '--user-nam'" },
  { words: ['bake'], said: 'npm run atrium -- <command>' },
])('answers the wrong words $words with the right ones and exit code 64', { timeout: 60_000 }, async (wrong) => {
  const data = newDataDir()
  const { code, stdout, stderr } = await command(data.dataDir, wrong.words)
  await data.remove()
  expect(stdout + stderr).toContain(wrong.said)
  expect(stdout + stderr).toContain('create-administrator --user-name <name>')
  expect(stdout + stderr).not.toContain('node:internal')
  expect(code).toBe(64)
})
