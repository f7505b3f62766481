import { expect } from 'vitest'
import { post } from '../../domain/resources/post.ts'
import { columnsOf } from '../../projections/sql.ts'
import { created, edited } from '../projections/support.ts'
import type { TestAtrium } from './atrium.ts'
import type { Client } from './client.ts'
import type { openCommands } from './commands.ts'
import { formOf } from './form.ts'
import { when } from './log/given.ts'
import type { Fields, Row, SheetRow } from './sent.ts'

// What tsc refuses outside of declarations: the name of a field that is none. A line that it takes all the same is an error too.

declare const client: Client
declare const atrium: TestAtrium
declare const room: Awaited<ReturnType<typeof openCommands>>
declare const id: number

export const texts = async () => {
  // SQL.
  columnsOf('post')('excerpt')
  // @ts-expect-error
  columnsOf('post')('excrept')
  // @ts-expect-error
  columnsOf('configuration', 'c')('popup_tmier')

  // Bodies of calls, down to the parts of lists, and commands of jobs.
  await client.call('POST', '/api/post', { excerpt: '' })
  // @ts-expect-error
  await client.call('POST', '/api/post', { excrept: '' })
  // @ts-expect-error
  await client.call('PUT', `/api/employee/${id}`, { dispaly_name: '' })
  // @ts-expect-error
  await client.call('POST', '/api/utility/config', { popup_tmier: 1 })
  // @ts-expect-error
  await client.call('POST', '/api/page', { images: [{ id: 'new_1', captoin: '' }] })
  // @ts-expect-error
  await client.call('POST', '/api/utility/menubar_data', { menubar: [{ contnet_id: 1, children: [] }] })
  // @ts-expect-error
  await client.call('POST', '/api/post/matching/edit?keyword=x', { expected: 1, sent: { excrept: '' } })
  const command = { resource: 'post', verb: 'edit', id, sent: { excrept: '' } } as const
  // @ts-expect-error
  await client.call('POST', '/api/job', { commands: [command] })

  // Answers.
  const { data } = (await client.call('GET', `/api/post/${id}`)).body
  // @ts-expect-error
  expect(data.excrept).toBe('')
  const [first] = (await client.call('GET', '/api/post?keyword=x')).body.data
  // @ts-expect-error
  expect(first.excrept).toBe('')

  // Forms, and their files.
  formOf<'post'>({ excerpt: '' }, { thumbnail: '' })
  // @ts-expect-error
  formOf<'post'>({ excrept: '' })
  // @ts-expect-error
  formOf<'post'>({}, { thumbnial: '' })

  // Commands, decisions and events.
  // @ts-expect-error
  await atrium.run(post, 'create', { excrept: '' })
  // @ts-expect-error
  await room.run({ resource: post, verb: 'edit', id, sent: { excrept: '' } })
  // @ts-expect-error
  when(post, [], { verb: 'edit', values: { excrept: '' } })
  // @ts-expect-error
  created(post, { excrept: '' })
  // @ts-expect-error
  edited(post, { excrept: '' })
}

// @ts-expect-error
export const fields: Fields<'request'> = { message: '', lnies: [] }
// @ts-expect-error
export const row: Row<'job_application'> = { raeson: '' }
// @ts-expect-error
export const cells: SheetRow = { dispaly_name: '' }
