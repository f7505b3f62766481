import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf } from '../../../api/routes/all.ts'
import type { Route } from '../../../api/server/route.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let routes: readonly Route[]
let staff: Client
let employee: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  // Leaving comes last: whoever left is nobody.
  const bare = routesOf(atrium.services, atrium.signIn).filter(({ method, sends }) => method !== 'GET' && !sends)
  routes = bare.toSorted((one, other) => Number(one.url === '/auth/logout') - Number(other.url === '/auth/logout'))
  staff = await atrium.asUser('all')
  employee = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const isOfEmployees = ({ audience }: Route) => audience === 'employee'
const pathOf = ({ url }: Route) =>
  `/api${url.replace(/:(\w+)/g, (_, name: string) => (name === 'tab' || /^\/(job|me|evidence|schedule|take_back\/job)\//.test(url) ? randomUUID() : '999999'))}`

const ask = async (one: Route, body: unknown) => {
  const answer = await (isOfEmployees(one) ? employee : staff).call(one.method, pathOf(one), body)
  return { call: `${one.method} ${one.url}`, status: answer.status, errors: answer.body.errors }
}

const unknown = {
  property: 'strange',
  constraints: { unknown: 'strange is not known here' },
  id: '{name} is not known here',
  values: { name: 'strange' },
}

it('every call that takes no body refuses a field, in JSON and in a form, and is not carried out', async () => {
  expect(routes.length).toBeGreaterThan(60)
  const form = () => {
    const sent = new FormData()
    sent.set('strange', '1')
    return sent
  }
  for (const one of routes)
    for (const body of [{ strange: 1 }, form(), new URLSearchParams({ strange: '1' })])
      expect(await ask(one, body)).toEqual({ call: `${one.method} ${one.url}`, status: 422, errors: [unknown] })
  expect((await staff.call('GET', '/api/me')).status).toBe(200)
})

it('takes an empty one', async () => {
  // Of the verification, and of building the read models anew, one runs at a time, and the second call is told so.
  const oneAtATime = ['/checkpoint/verification', '/utility/operations/rebuild']
  // What is for its author alone is refused alike where there is none.
  const ofAuthors = ['/receipt/:id', '/receipt/:id/undo', '/reaction/:id']
  const answersOf = ({ url }: Route) => {
    if (ofAuthors.includes(url)) return [403]
    return oneAtATime.includes(url) ? [200, 409] : [200, 404]
  }
  for (const one of routes)
    for (const body of [{}, undefined]) expect(answersOf(one)).toContain((await ask(one, body)).status)
})
