import { Agent, request } from 'node:http'
import type { Pool } from 'pg'
import { category } from '../../domain/resources/category.ts'
import { alone } from '../../platform/database/connection.ts'
import { optionsOf } from '../../projections/list.ts'
import { type Served, serveWith } from '../server.ts'
import type { Figure, Ground } from './figure.ts'
import { processorTime } from './processor.ts'
import { firstPost } from './reads.ts'
import { connections, inTurns, type Turn } from './turns.ts'

type Sent = { method: string; path: string; body?: Record<string, unknown> }

/** Sends one request over a kept connection and reads the answer. @throws Error for any answer but a success */
export const send = (url: string, token: string, agent: Agent, { method, path, body }: Sent): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request(url + path, { method, agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path} answers ${answer.statusCode}`))
      })
    })
    sent.on('error', reject).end(text)
  })

/** Sends what `next` says over ten connections for some seconds. @throws Error for any answer but a success */
const sending = async ({ token, postmaster, seconds }: Ground, served: Served, next: () => Sent): Promise<Turn> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const timeOf = () => processorTime(served.child.pid ?? 0, postmaster)
  const [began, before] = [performance.now(), timeOf()]
  let count = 0
  const work = async () => {
    for (; performance.now() - began < seconds * 1_000; count += 1) await send(served.url, token, agent, next())
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return { rate: count / ((performance.now() - began) / 1_000), micros: (timeOf() - before) / count }
}

const copies = [
  'drop schema if exists bare cascade',
  'create schema bare',
  'create table bare.event (like log.event including all)',
  'create table bare.post (like post including all)',
  'insert into bare.post select * from post',
  'create table bare.list_total (like list_total including all)',
  'insert into bare.list_total select * from list_total',
  'create sequence bare.post_id start 100000000',
  'vacuum analyze bare.post',
]

/** Tables with the columns, the indexes and the posts of ours, for whom a bare handler writes. */
const makeCopies = (pool: Pool): Promise<void> =>
  alone(pool, async (client) => {
    for (const text of copies) await client.query(text)
  })

/** Of each ground, once one of its figures has asked for it. */
const bare = new WeakMap<Ground, Promise<Served>>()

/** The handler that writes, on tables of its own; it ends with the ground. */
const bareOf = async ({ pool, bare: reading }: Ground): Promise<Served> => {
  await makeCopies(pool)
  const url = String(pool.options.connectionString)
  const served = await serveWith(['--import', 'tsx', 'bench/guard/bare-writes.ts'], { DATABASE_URL: url })
  reading.child.once('exit', () => served.child.kill())
  return served
}

const write = (name: string, reach: number, nextOf: (ground: Ground) => Promise<() => Sent>): Figure => ({
  name,
  reach,
  measure: async (ground) => {
    const started = bare.get(ground) ?? bareOf(ground)
    bare.set(ground, started)
    const served = await started
    const [ours, theirs] = [await nextOf(ground), await nextOf(ground)]
    return inTurns(
      ground.rounds,
      'requests/s',
      () => sending(ground, ground.atrium, ours),
      () => sending(ground, served, theirs),
    )
  },
})

const sentence = 'Words of a post about the harbour and the winter schedule of the library. '
const most = 5_000
/** Posts that ten connections change in turn. */
const turning = 500

/**
 * What is written: a new post that can be read when the answer comes, a new title, and another state. Posts that are kept
 * from an earlier run may hold its titles: each run has its own.
 */
export const writes: readonly Figure[] = [
  write('create', 0.5, async ({ pool }) => {
    const categories = (await optionsOf(pool, category)).map(({ value }) => value)
    const began = Date.now()
    let turn = 0
    return () => {
      turn += 1
      const name = `A new post about winter ${began} ${turn}`
      const content = `<p>${sentence.repeat(20)}</p>`
      const body = { name, excerpt: 'What it is about', category: categories[turn % categories.length], content }
      return { method: 'POST', path: '/api/post', body }
    }
  }),
  write('update', 0.5, async ({ posts }) => {
    const began = Date.now()
    let turn = 0
    return () => {
      turn += 1
      const id = firstPost + ((turn * 37) % Math.min(most, posts))
      return { method: 'PUT', path: `/api/post/${id}`, body: { name: `A title of this winter ${began} ${turn}` } }
    }
  }),
  write('activate', 0.3, async () => {
    let turn = 0
    return () => {
      turn += 1
      const verb = Math.floor(turn / turning) % 2 === 0 ? 'deactivate' : 'activate'
      return { method: 'POST', path: `/api/post/${firstPost + (turn % turning)}/${verb}` }
    }
  }),
]
