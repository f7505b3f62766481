import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attachment } from '../../commands/command.ts'
import { loadRecord } from '../../commands/record.ts'
import { type Secrets, secretTable } from '../../commands/secrets.ts'
import { text } from '../../domain/fields/field.ts'
import { picture } from '../../domain/fields/reference.ts'
import { secret } from '../../domain/fields/secret.ts'
import { Rejected } from '../../domain/rejected.ts'
import { defineResource, singletonId } from '../../domain/resource.ts'
import { openCommands } from '../support/commands.ts'

const server = defineResource({
  name: 'mail_server',
  label: 'Mail server',
  plural: 'mail servers',
  area: 'mail_server',
  recordLabel: ['name'],
  isSingleton: true,
  fields: {
    name: text({ label: 'Name' }),
    logo: picture({ label: 'Logo', isRequired: false }),
    password: secret({ label: 'Password' }),
  },
  list: { columns: [], search: [] },
  events: { create: 'MailServerCreated', edit: 'MailServerEdited', revert: 'MailServerReverted' },
})

let room: Awaited<ReturnType<typeof openCommands>>
let secrets: Secrets
let read: () => Promise<void>
beforeAll(async () => {
  const attachment: Attachment = { read: () => read(), store: async () => ({}), withdraw: async () => undefined }
  room = await openCommands({
    resources: [server],
    openSecrets: (pool) => (secrets = secretTable(pool, randomBytes(32))),
    files: { attach: () => attachment, letGo: async () => undefined },
  })
})
afterAll(() => room.close())

const kept = async () => (await room.pool.query('select from command.secret')).rowCount
const sentPicture = { path: '', filename: 'logo.png', size: 1, hash: '' }

it('a run that is refused late forgets no secret of the one that has taken it over', async () => {
  const save = { resource: server, verb: 'edit', id: singletonId, commandId: randomUUID() }
  const sent = { name: 'Mail', password: 'of the mail server' }
  let refuse = () => {}
  const reading = new Promise<void>((begun) => {
    read = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new Rejected('The picture took too long to read.', 'unavailable'))
        begun()
      })
  })
  const first = room.run({ ...save, sent, isFirstTry: true, files: { logo: sentPicture } })
  await Promise.race([reading, first])
  await room.run({ ...save, sent })
  refuse()
  await expect(first).rejects.toThrow('too long')
  const { state } = await loadRecord(room.log, server, singletonId)
  expect(await secrets.open(String(state.values.password))).toBe('of the mail server')
  expect(await kept(), 'what the refused one has kept is gone').toBe(1)
})
