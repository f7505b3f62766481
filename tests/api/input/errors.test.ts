import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { addErrors } from '../../../api/server/errors.ts'

const failing = (error: Error) => {
  const told: unknown[] = []
  const app = Fastify()
  addErrors(app, (one) => told.push(one))
  app.get('/', () => {
    throw error
  })
  return { ask: () => app.inject('/'), told }
}

it('asks to come again where the process may open no more files, and logs it', async () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM']) {
    const error = Object.assign(new Error(`${code}: open`), { code, syscall: 'open' })
    const { ask, told } = failing(error)
    const { statusCode, headers } = await ask()
    expect([statusCode, headers['retry-after']], code).toEqual([503, '1'])
    expect(told).toEqual([error])
  }
})

it('says that something is wrong of any other error of the system', async () => {
  const { ask } = failing(Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' }))
  expect((await ask()).statusCode).toBe(500)
})
