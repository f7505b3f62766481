import { afterAll, beforeAll, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { routesOf } from '../../api/serve.ts'
import { raw } from './probe.ts'
let atrium: TestAtrium
beforeAll(async () => { atrium = await openTestAtrium() }, 60_000)
afterAll(() => atrium.close())
it('x', { timeout: 60000 }, async () => {
  for (const path of ['/api/category', '/%61pi/category', `http://x/api/category`, '/api/%63ategory', '/api/category%2f', '//api/category', '/API/category', '/api/category;x', '/api/./category', '/x/../api/category','/api/zz%zz', '/api/category?%00', '/api\\category']) {
    for (const method of ['GET', 'HEAD', 'POST']) {
    const a = await raw(atrium.url, { method, path })
    console.log(method, path, a.status, a.text.slice(0, 100).replaceAll('\n', ' '))
    }
  }
  for (const r of routesOf(atrium.rooms, atrium.signIn)) console.log(`'${r.method} ${r.url}': '${typeof r.audience === 'string' ? r.audience : r.audience.anyOf.join(' ') + (r.audience.employees ? ' employees' : '')}',`)
})
