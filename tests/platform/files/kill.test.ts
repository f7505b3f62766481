import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const storageModule = pathToFileURL(join(process.cwd(), 'platform/files/storage.ts')).href

const writer = (folder: string) => `
  import { randomBytes } from 'node:crypto'
  import { fileStorage } from ${JSON.stringify(storageModule)}
  const storage = fileStorage(${JSON.stringify(folder)})
  for (;;) process.stdout.write((await storage.put(randomBytes(300_000))).hash + '\\n')
`

/** Answers the hashes that the process acknowledged before it was killed in the middle of its work. */
const killAfter = (folder: string, acknowledged: number) =>
  new Promise<string[]>((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', writer(folder)])
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.split('\n').length > acknowledged) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => resolve(output.split('\n').slice(0, -1)))
  })

it('a killed process leaves every acknowledged file whole, and no file that is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  try {
    let acknowledged = 0
    for (const count of [3, 7, 12]) {
      for (const hash of await killAfter(folder, count)) {
        expect(
          createHash('sha256')
            .update(readFileSync(join(folder, hash.slice(0, 2), hash)))
            .digest('hex'),
        ).toBe(hash)
        acknowledged += 1
      }
    }
    expect(acknowledged).toBeGreaterThan(20)
    const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^[0-9a-f]{2}\/./.test(path),
    )
    for (const path of stored) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      ).toBe(path.slice(3))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
