import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { newDataDir, startServer } from '../support/server.ts'

const ended = async (variables: Record<string, string>): Promise<string> => {
  const data = newDataDir()
  try {
    const server = await startServer(data.dataDir, { DEMO: 'off', ...variables })
    await server.stop()
    return 'started'
  } catch (error) {
    return String(error)
  } finally {
    await data.remove()
  }
}

it.each([
  // RFC 5737 keeps this address for documents.
  ['192.0.2.1', 'HOST is not an address of this machine.'],
  ['nowhere.invalid', 'HOST is a name that nobody knows here.'],
])('ends with 78 and a sentence when HOST is %s', { timeout: 60_000 }, async (host, sentence) => {
  expect(await ended({ HOST: host })).toContain(`ended with 78: ${sentence}\n`)
})

it('ends with 78 and a sentence when PORT is taken', { timeout: 60_000 }, async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const message = await ended({ PORT: port })
  other.close()
  expect(message).toMatch(/ended with 78: (.*\n)*PORT is taken by another program\.\n/)
})
