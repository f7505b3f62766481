import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Call, type Route, route } from '../../../api/server/route.ts'
import { authRoutes } from '../../../api/routes/auth.ts'
import { meRoutes } from '../../../api/routes/me.ts'
import type { MeRooms } from '../../../api/routes/sign-in/own-sign-in.ts'
import { markOf } from '../../../api/server/device-mark.ts'
import { buildServer } from '../../../api/server/server.ts'
import { sessionReader } from '../../../api/server/sign-in-cookie.ts'
import { idempotent } from '../../../commands/idempotency.ts'
import type { SignInOptions } from '../../../commands/identity/sign-in/sign-in.ts'
import { resources } from '../../../domain/catalog.ts'
import { fold } from '../../../domain/evolve.ts'
import type { RecordState, Resource } from '../../../domain/resource.ts'
import { readConfig } from '../../../platform/config.ts'
import { uploadRoom } from '../../../platform/files/uploads.ts'
import { openTestSignIn } from '../../commands/identity/sign-in/support.ts'
import { saysBusy, whileBusy } from '../../support/client.ts'

export const ownHost = 'atrium.example.org'

const rowOf = ({ values, ...state }: RecordState) => ({
  ...values,
  id: state.id,
  version: state.version,
  status: state.status,
  role: values.role ? { id: values.role, name: 'Administrator' } : null,
})

/**
 * The routes of signing in on a real server and database, called without a network; `records` reads the log itself.
 * `publicUrl` decides which cookie there is.
 */
export const openAuthServer = async (publicUrl = `https://${ownHost}`, options: Partial<SignInOptions> = {}) => {
  const test = await openTestSignIn({ limitsFactor: 1000, publicUrl: () => publicUrl, ...options })
  const config = readConfig({
    PUBLIC_URL: publicUrl,
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    MASTER_KEY: '00'.repeat(32),
  })
  const reads = { waitFor: async () => true }
  const services = {
    config,
    pool: test.pool,
    log: test.log,
    resources,
    dispatch: test.dispatch,
    idempotent: idempotent(test.pool),
    projector: reads,
    signIn: test.signIn,
    records: {
      find: async (resource: Resource, key: string) => {
        const known = resources.find(({ name }) => name === resource.name)
        const { events } = await test.log.read(`${resource.name}-${key}`)
        return known && events.length > 0 ? rowOf(fold(known, Number(key), events)) : null
      },
    },
    // The other services are not entered by any route of signing in; what enters them fails the test.
  } as unknown as MeRooms
  const routes: Route[] = [
    ...authRoutes(services),
    ...meRoutes(services),
    ...(['GET', 'POST'] as const).map((method) =>
      route({
        method,
        url: '/test/guarded',
        audience: { anyOf: ['r-post'] },
        summary: 'A call that needs a permission',
        handler: async ({ session }: Call) => ({ id: session?.actor.id }),
      }),
    ),
    route({
      method: 'GET',
      url: '/test/employees',
      audience: 'employee',
      summary: 'A call for employees',
      handler: async () => ({ ok: true }),
    }),
  ]
  const app = await buildServer({
    logger: pino({ level: 'silent' }),
    routes,
    sessionOf: sessionReader(test.signIn.findSession, () => publicUrl),
    deviceOf: (request) => test.signIn.deviceOf(markOf(request, publicUrl)),
    waitFor: reads.waitFor,
    onFailure: (error) => {
      throw error
    },
    addOthers: async () => undefined,
    uploads: uploadRoom(join(tmpdir(), `uploads-${randomUUID()}`)),
    limitsFactor: 1_000,
    publicUrl,
    trustedProxies: [],
  })

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const ask = () =>
      app.inject({
        method,
        url: `/api${url}`,
        headers: { host: ownHost, ...headers },
        ...(payload ? { payload } : {}),
      })
    const answer = await whileBusy(ask, (one) => saysBusy(one.statusCode, one.headers['retry-after'], one.body))
    const body = answer.headers['content-type']?.toString().includes('json') && answer.body ? answer.json() : {}
    return { status: answer.statusCode, headers: answer.headers, body, cookies: answer.cookies, text: answer.body }
  }

  /** A user of the log and the tables, with every permission. */
  const addUser = async (name: string, password: string) => ({
    ...(await test.addAdministrator(name, password)),
    password,
  })

  /** Both steps over HTTP. */
  const enter = async (
    person: { name: string; email: string; password: string },
    headers: Record<string, string> = {},
  ) => {
    const first = await call('POST', '/auth/login', { userName: person.name, password: person.password })
    return call(
      'POST',
      '/auth/verification_login',
      { data: first.body.data.data, otp: await test.codeFor(person.email) },
      headers,
    )
  }

  return {
    ...test,
    app,
    call,
    addUser,
    enter,
    close: async () => {
      await app.close()
      await test.close()
    },
  }
}

export type AuthServer = Awaited<ReturnType<typeof openAuthServer>>
