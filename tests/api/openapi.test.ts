import { execFileSync } from 'node:child_process'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

type Content = Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>
type Operation = {
  operationId: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  security?: object[]
}

let atrium: TestAtrium
let staff: Client
let document: unknown
let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  const { body } = await staff.call('GET', '/api/docs/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  document = body
  paths = body.paths
}, 60_000)
afterAll(() => atrium.close())

const operationOf = (method: string, path: string): Operation => {
  const found = paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

it('has no two addresses that differ in the names of parameters only', () => {
  const bare = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(bare.length).toBeGreaterThan(40)
  expect(new Set(bare).size).toBe(bare.length)
})

it('says what is sent, in each of the three forms', () => {
  const { content } = operationOf('POST', '/api/post').requestBody ?? { content: {} }
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'])
  expect(content['application/json']?.schema).toMatchObject({
    required: ['name', 'excerpt', 'category'],
    properties: { name: { type: 'string' }, thumbnail: { anyOf: [{ type: 'string', format: 'binary' }, {}, {}, {}] } },
  })
  const silent = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, { requestBody }]) => ['post', 'put', 'patch'].includes(method) && !requestBody)
      .map(([method]) => `${method} ${path}`),
  )
  const without =
    /^(post \/api\/(auth\/logout|(job|evidence|schedule|receipt)\/\{id\}\/(cancel|undo)|post\/\{id\}\/reaction|review\/\{id\}\/(withdraw|resume)|remark\/\{id\}\/(settle|reopen)|\w+\/\{ids\}\/\w+|\w+\/read|checkpoint\/verification|utility\/operations\/(replay|rebuild)|\w+\/\{id\}\/invite)|put \/api\/employee\/\{key\}\/remove_profile)$/
  expect(silent.filter((call) => !without.test(call))).toEqual([])
})

it('says of each call what it answers when it succeeds', () => {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).map(({ responses }) => ({ path, is: '200' in responses })),
  )
  expect(all.filter(({ is }) => !is)).toEqual([])
})

it('says who needs no sign-in', () => {
  expect(operationOf('POST', '/api/auth/login').security).toEqual([])
  expect(operationOf('GET', '/api/me').security).toBeUndefined()
})

it('describes what is really answered, also when some of many fail and when a call is refused', async () => {
  const [used, free] = [
    await atrium.run(category, 'create', { name: 'Used' }),
    await atrium.run(category, 'create', { name: 'Free' }),
  ]
  const { id } = await atrium.run(post, 'create', { name: 'Knots', excerpt: 'How to', category: used.id })
  for (const [method, template, path, status, sent] of [
    ['GET', '/api/post', '/api/post', 200],
    ['GET', '/api/post/{key}', `/api/post/${id}`, 200],
    ['GET', '/api/post/{key}', '/api/post/99999', 404],
    ['GET', '/api/post', '/api/post?per_page=0', 400],
    ['POST', '/api/post', '/api/post', 422, {}],
    ['PUT', '/api/post/{key}', `/api/post/${id}`, 200, { name: 'Bends' }],
    ['GET', '/api/post/{id}/history', `/api/post/${id}/history`, 200],
    ['DELETE', '/api/category/{key}', `/api/category/${used.id}`, 409],
    ['DELETE', '/api/category/{key}', `/api/category/${used.id},${free.id}`, 207],
    ['GET', '/api/utility/config', '/api/utility/config', 200],
    ['GET', '/api/utility/activity_log', '/api/utility/activity_log', 200],
    ['GET', '/api/me', '/api/me', 200],
    ['PATCH', '/api/me', '/api/me', 200, { bio: 'Ties.' }],
  ] as const) {
    const answer = await staff.call(method, path, sent)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(status)
    const { responses } = operationOf(method, template)
    const schema = (responses[String(status)] ?? responses['4XX'])?.content?.['application/json']?.schema
    if (!schema) throw new Error(`${method} ${template} does not say what ${status} answers`)
    expect(z.fromJSONSchema(schema).safeParse(answer.body).error, `${method} ${path}`).toBeUndefined()
  }
})

// At the end: while it looks, this process answers nobody.
it('keeps the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
  expect([...new Set(found)]).toEqual([])
  const names = Object.values(paths).flatMap((calls) => Object.values(calls).map(({ operationId }) => operationId))
  expect(new Set(names).size).toBe(names.length)
})

it('is what the types of the client are made from; `npm run api-types` makes them anew', async () => {
  const types = execFileSync(process.execPath, ['scripts/api-types.mjs'], {
    input: JSON.stringify(document),
    maxBuffer: 10_000_000,
    encoding: 'utf8',
  })
  expect(types).toContain('"/api/me"')
  await expect(types).toMatchFileSnapshot('../../ui-shared/api/paths.d.ts')
})
