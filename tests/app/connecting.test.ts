import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'

const data = newDataDir()
let server: RunningServer
beforeAll(async () => {
  server = await startServer(data.dataDir)
}, 60_000)
afterAll(async () => {
  await server.kill()
  await data.remove()
})

// What the system lets wait at most.
const bound = '/proc/sys/net/core/somaxconn'
const most = existsSync(bound) ? Number(readFileSync(bound, 'utf8')) : 1_000
const crowd = Math.min(1_000, most)

it('keeps connections that come while it is held up, more than the 511 of Node, and answers them', async () => {
  // Its further copies of the socket listen a moment later than the first.
  await wait(2_000)
  const { hostname, port } = new URL(server.url)
  const sockets: Socket[] = []
  let connected = 0
  let answered = 0
  server.process.kill('SIGSTOP')
  try {
    for (let index = 0; index < crowd; index += 1) {
      const socket = connect(Number(port), hostname)
      socket.on('connect', () => {
        connected += 1
        socket.write(`GET /api/healthz HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
      })
      socket.once('data', (chunk) => {
        if (chunk.toString().startsWith('HTTP/1.1 ')) answered += 1
      })
      socket.on('error', () => undefined)
      sockets.push(socket)
    }
    // A connection that was dropped is tried anew again and again, and nobody takes one from the line.
    await vi.waitFor(() => expect(connected).toBe(crowd), { timeout: 10_000 })
  } finally {
    server.process.kill('SIGCONT')
  }
  await vi.waitUntil(() => answered === crowd, { timeout: 15_000 })
  for (const socket of sockets) socket.destroy()
}, 60_000)
