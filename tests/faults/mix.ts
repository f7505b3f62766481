import { setTimeout as pause } from 'node:timers/promises'
import { formOf } from '../support/form.ts'
import { type Caller, type Entry, newEntry, type Work } from './load.ts'
import { type Person, tryEnter } from './world/people.ts'
import type { Random } from './world/random.ts'
import type { Node, World } from './world/world.ts'

/** What the load is about, and what it has seen besides the outcomes of its commands. */
export type Mix = {
  world: World
  random: Random
  admin: Person
  /** Who sends requests, and who signs in and out: nobody else does. */
  employee: Person
  guest: Person['account']
  picture: Uint8Array
  note: Notes
}

export type Notes = {
  violations: string[]
  /** How often something came to pass. */
  counts: Map<string, number>
}

export const count = ({ counts }: Notes, what: string, by = 1): void => {
  counts.set(what, (counts.get(what) ?? 0) + by)
}

type Lane = Mix & { node: Node; other: Node; admins: readonly [Caller, Caller] }

// Milliseconds within which what was acknowledged before it was shown is shown, by a server that was killed meanwhile too.
const shownWithin = 30_000

/** After an acknowledgement its sender reads what was written, at the server that acknowledged it: at once, or soon where that has said that it is not shown yet. */
const readsOwn = async (
  { node, admin, note }: Lane,
  { isShown }: Entry,
  path: string,
  isAsWritten: (data: unknown) => boolean,
) => {
  if (!isShown) count(note, 'acknowledged before they were shown')
  const end = performance.now() + (isShown ? 0 : shownWithin)
  for (;;) {
    const isLast = performance.now() >= end
    // A server that is away answers nothing: then nothing was read.
    const answer = await admin
      .on(node)
      .call('GET', path)
      .catch(() => null)
    if (answer !== null && answer.status < 500) {
      const isRead = answer.status === 200 && isAsWritten(answer.body.data)
      if (isRead || isLast) count(note, 'own writes read')
      if (isRead) return
      if (isLast)
        note.violations.push(
          `V5: ${node.name} answers ${answer.status} for ${path}: ${JSON.stringify(answer.body).slice(0, 300)}`,
        )
    }
    if (isLast) return
    await pause(200)
  }
}

const holds = (name: string, value: unknown) => (data: unknown) =>
  typeof data === 'object' && data !== null && Object.entries(data).some(([key, is]) => key === name && is === value)

/** A category of a name that others take too, renamed, put aside and deleted; two edits of one version, of which one is refused. */
const categories =
  (lane: Lane): Work =>
  async (call, isOver) => {
    const { random, node, admins, note } = lane
    const name = `Name ${random.between(1, 30)} of many`
    const made = await call(newEntry('POST', '/api/category', { name }), admins[0])
    if (made.id === null) return
    const path = `/api/category/${made.id}`
    await readsOwn(lane, made, path, holds('name', name))
    if (isOver()) return
    const stale = { headers: { 'if-match': '"1"' } }
    const edits = await Promise.all(
      admins.map((by, at) =>
        call(newEntry('PUT', path, { name: `Renamed ${random.between(1, 30)} by ${at}` }, stale), by),
      ),
    )
    count(note, 'conflicts', edits.filter(({ status }) => status === 412).length)
    if (edits.filter(({ outcome }) => outcome === 'ok').length > 1)
      note.violations.push(`V1: two edits of version 1 of category ${made.id} were acknowledged (${node.name})`)
    if (isOver()) return
    // The same again to both servers, with its key and without: one event.
    const away = newEntry('POST', `${path}/deactivate`, {}, { makes: 'once or not' })
    await Promise.all([...admins, ...admins].map((by) => call(away, by)))
    await call(newEntry('POST', `${path}/deactivate`, {}, { makes: 'once or not' }))
    if (!isOver() && random.isSo(0.4)) await call(newEntry('DELETE', path, {}), admins[0])
  }

/** Posts with one title at once, featured at both servers. */
const posts =
  (lane: Lane): Work =>
  async (call, isOver) => {
    const { random, admins, note, admin, node } = lane
    const options = await admin
      .on(node)
      .call('GET', '/api/category?per_page=1')
      .catch(() => null)
    const category = options?.status === 200 ? options.body.data[0]?.id : undefined
    if (category === undefined) return
    const fields = { name: `Headline ${random.between(1, 10)}`, excerpt: 'Read this', category }
    const made = await Promise.all(admins.map((by) => call(newEntry('POST', '/api/post', fields), by)))
    const ids = made.flatMap(({ id }) => id ?? [])
    if (new Set(ids).size !== ids.length) note.violations.push(`V1: two commands made post ${ids.join(' and ')}`)
    for (const id of ids)
      if (!isOver()) await call(newEntry('POST', `/api/post/${id}/feature`, {}, { makes: 'once or not' }), admins[1])
    // A retry that arrives late, after newer commands: it gives the answer that its key was given.
    const [late] = made
    if (late?.outcome !== 'ok' || isOver()) return
    const again = await call({ ...late }, admins[1])
    if (again.outcome === 'ok' && again.id !== late.id)
      note.violations.push(`F7: a late retry of ${late.key} made post ${again.id} beside ${late.id}`)
  }

/** People whose number or address others take too. */
const people =
  (lane: Lane): Work =>
  async (call, isOver, sent) => {
    const { random, admins, note } = lane
    const number = `${random.between(1, 40)}`.padStart(6, '7')
    const fields = {
      employee_number: number,
      fullname: `Person ${sent.length}`,
      display_name: `P ${sent.length}`,
      email: `person-${random.between(1, 40)}@faults.example`,
    }
    const made = await Promise.all(admins.map((by) => call(newEntry('POST', '/api/employee', fields), by)))
    count(note, 'uniques refused', made.filter(({ status }) => status === 409).length)
    const ids = made.flatMap(({ id }) => id ?? [])
    if (ids.length > 1) note.violations.push(`V4: two employees have the number ${number}: ${ids.join(' and ')}`)
    const [id] = ids
    if (id === undefined || isOver()) return
    await call(newEntry('POST', `/api/employee/${id}/set_point`, { point: random.between(1, 900), reason: 'Helped' }))
    if (!isOver()) await call(newEntry('DELETE', `/api/employee/${id}`, {}), admins[1])
  }

/** The whole menu, and pictures. */
const site =
  (lane: Lane): Work =>
  async (call, _isOver, sent) => {
    const { random, admins, picture } = lane
    const titles = Array.from({ length: random.between(1, 8) }, (_, at) => `Entry ${sent.length} ${at}`)
    const tree = titles.map((title) => ({ title, type: 'listjob', children: [] }))
    await call(newEntry('POST', '/api/utility/menubar_data', tree, { makes: 'once or not' }), admins[0])
    const form = formOf<'file'>({ name: `Picture ${sent.length}` }, { file: { bytes: picture, name: 'a.png' } })
    await call(newEntry('POST', '/api/file', form), admins[1])
  }

/** Requests, each of which is told to its sender by mail. */
const requests =
  (lane: Lane): Work =>
  async (call) => {
    const { employee, node, note } = lane
    const by = employee.on(node)
    const items = await by.call('GET', '/api/utility/stationery_items').catch(() => null)
    const value = items?.status === 200 ? items.body.data[0]?.value : undefined
    if (value === undefined) return
    const sent = await call(
      newEntry('POST', '/api/utility/request_stationery', { content: [{ value, quantity: 1 }] }),
      by,
    )
    if (sent.outcome === 'ok') count(note, 'requests')
  }

/** Signs in and out; what was signed out opens nothing at either server, and no code works twice. */
const signIns =
  (lane: Lane): Work =>
  async (_call, isOver) => {
    const { world, node, other, guest, note, random } = lane
    const entered = await tryEnter(world, random.isSo(0.5) ? node : other, guest)
    if (!entered || isOver()) return
    const { person, sent } = entered
    count(note, 'sign-ins')
    const ask = (one: Node, method: 'GET' | 'POST', path: string, body?: unknown) =>
      person
        .on(one)
        .call(method, path, body)
        .then(({ status }) => status)
        .catch(() => 0)
    const again = await ask(other, 'POST', '/api/auth/verification_login', sent)
    if (again === 200) note.violations.push('V8: a code was good twice')
    if ((await ask(node, 'POST', '/api/auth/logout')) !== 200) return
    for (const one of [node, other]) {
      const status = await ask(one, 'GET', '/api/me/sign_ins')
      if (status === 200) note.violations.push(`V8: ${one.name} serves a sign-in that was ended`)
      if (status === 401) count(note, 'ended sign-ins refused')
    }
  }

const works = { categories, posts, people, site, requests, signIns }

/** What so many callers do: each its kind of work, at its own of the two servers first, from draws of its own. */
export const mixedWork = (mix: Mix, times = 1): Work[] =>
  Array.from({ length: times }, () => Object.entries(works))
    .flat()
    .map(([name, work], at) => {
      const [first, second] = mix.world.nodes
      const [node, other] = at % 2 === 0 ? [first, second] : [second, first]
      const random = mix.random.of(`${name} ${at}`)
      return work({ ...mix, random, node, other, admins: [mix.admin.on(node), mix.admin.on(other)] })
    })
