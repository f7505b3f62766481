import { afterAll, beforeAll, expect } from 'vitest'
import type { Target } from '../../bench/attacks.ts'
import { underAttack } from '../../bench/under-attack.ts'
import { longest, quantile, type Reader, watch } from '../../bench/watch.ts'
import { signIn } from '../support/client.ts'
import type { TestDatabase } from '../support/database.ts'
import { copyDemoCompany } from '../support/demo-company.ts'
import { accountsOf, newDataDir, type RunningServer, startServer } from '../support/server.ts'

// The bounds of bench/attack.ts are for a quiet machine; these are for one that does other things as well. Without its limits
// the server is at a gigabyte and silent for seconds.
const bounds = { milliseconds: 3_000, memoryMb: 500 }

/** A server on the demo company, with the limits of one that is used; and what everybody else notices while it is attacked. */
export const attackedServer = () => {
  const data = newDataDir()
  let server: RunningServer
  let database: TestDatabase
  let reader: Reader
  let target: Target

  beforeAll(async () => {
    const copy = await copyDemoCompany(data.dataDir)
    database = copy.database
    const limits = { AUTH_LIMITS_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' }
    server = await startServer(data.dataDir, { ...copy.environment, ...limits })
    const accountOf = (type: string, nth = 0) =>
      accountsOf(data.dataDir).filter((one) => one.type === type)[nth] ?? expect.fail(`the demo company has no ${type}`)
    const staff = await signIn(server.url, data.dataDir, accountOf('user'))
    const employee = await signIn(server.url, data.dataDir, accountOf('employee'))
    // An editor: fair shares are between people.
    const editor = await signIn(server.url, data.dataDir, accountOf('user', 1))
    const category = (await staff.call('GET', '/api/category')).body.data[0].id
    const css = Array.from({ length: 3_000 }, (_, at) => `.a${at} > p { color: red }`).join('\n')
    const fields = { name: 'Styled', excerpt: 'In many colours', category, content: '<p>Read</p>', css }
    const { id } = (await staff.call('POST', '/api/post', fields)).body.data
    reader = { token: staff.token, post: id, fields }
    const posts: number[] = []
    for (let at = 0; at < 12; at += 1)
      posts.push((await staff.call('POST', '/api/post', { ...fields, name: `Plain ${at}`, css: '' })).body.data.id)
    const styles = `/api/post/${id}/style.css`
    target = { url: server.url, token: employee.token, styles, staff: editor.token, posts }
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
    await data.remove()
  })

  /** Serves everybody else while these attacks, each by so many connections, last. */
  const servesMeanwhile = async (names: readonly string[], connections: number, milliseconds: number) => {
    const watched = { url: server.url, child: server.process }
    const { result, attempts } = await underAttack(target, names, connections, () =>
      watch(watched, reader, milliseconds),
    )
    const { read, save, live, refused, memory } = result
    expect(attempts).toBeGreaterThan(names.length)
    expect(refused).toEqual({})
    expect(read.length * save.length * live.length).toBeGreaterThan(0)
    expect(quantile(read, 0.95)).toBeLessThan(bounds.milliseconds)
    expect(longest(live)).toBeLessThan(bounds.milliseconds)
    expect(memory).toBeLessThan(bounds.memoryMb)
  }
  return { servesMeanwhile, place: () => ({ url: server.url, dataDir: data.dataDir }) }
}
