import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryVariables, nodeOptions } from '../tests/support/node-options.ts'

/** A process that serves, and where. */
export type Served = { url: string; child: ChildProcess; stop(): Promise<void> }

/** Starts a program of ours as a server is started, and waits until it has printed its address. */
export const serveWith = (args: readonly string[], environment: Record<string, string>): Promise<Served> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, ...args], {
      env: { ...process.env, ...memoryVariables, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const stop = () =>
      new Promise<void>((ended) => {
        child.once('exit', () => ended())
        child.kill('SIGTERM')
      })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) => {
      const url = /http:\/\/[\w.]+:\d+/.exec(text.toString())?.[0]
      if (url) resolve({ url, child, stop })
    })
  })

const residentOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Memory of a process in MB, where the system tells (Linux). */
export const memoryOf = ({ child }: Pick<Served, 'child'>): number => residentOf(child.pid)

/** Memory in MB of what a process has started beside PostgreSQL: a process in which pictures are decoded. */
export const memoryBeside = ({ child }: Pick<Served, 'child'>): number => {
  const started = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return started.reduce((sum, pid) => {
    try {
      const isDatabase = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
      return isDatabase ? sum : sum + residentOf(Number(pid))
    } catch {
      // It has ended meanwhile.
      return sum
    }
  }, 0)
}

/** The data of an answer. @throws Error with what it says, when it is no success */
export const callOk = async (url: string, token: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).data
}

const mailsTo = (dataDir: string, email: string): { text: string }[] => {
  const folder = join(dataDir, 'mail')
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json')).sort()
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))).filter((mail) => mail.to === email)
}

/** How many mails an address has in the mail folder. */
export const mailCount = (dataDir: string, email: string): number => mailsTo(dataDir, email).length

/** The code of the next mail to an address that has `seen` so many. */
export const codeAfter = async (dataDir: string, email: string, seen: number): Promise<string> => {
  for (let mails = mailsTo(dataDir, email); ; mails = mailsTo(dataDir, email)) {
    const code = mails.length > seen ? /(?<!\d)\d{6}(?!\d)/.exec(mails.at(-1)?.text ?? '')?.[0] : undefined
    if (code) return code
    await pause(100)
  }
}

const signIn = async (
  url: string,
  dataDir: string,
  type: 'user' | 'employee',
  mode: 'cookie' | 'bearer',
  isMeant: (account: { role?: string }) => boolean = () => true,
) => {
  const accounts: { type: string; userName?: string; email: string; password: string; role?: string }[] = JSON.parse(
    readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'),
  )
  const account = accounts.find((one) => one.type === type && isMeant(one))
  if (!account) throw new Error(`the demo company has no ${type}`)
  const seen = mailCount(dataDir, account.email)
  const { userName, email, password } = account
  const { data } =
    type === 'user'
      ? await callOk(url, '', 'POST', '/api/auth/login', { userName, password })
      : await callOk(url, '', 'POST', '/api/auth/login_employee', { email, password })
  const answer = await fetch(`${url}/api/auth/verification_login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(mode === 'cookie' ? { 'x-session-mode': 'cookie' } : {}) },
    body: JSON.stringify({ data, otp: await codeAfter(dataDir, email, seen) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

/** Signs in as the first of the demo company's users (an administrator) or employees; answers the bearer token. */
export const tokenOf = async (url: string, dataDir: string, type: 'user' | 'employee' = 'user'): Promise<string> =>
  (await (await signIn(url, dataDir, type, 'bearer')).json()).data.authToken

/** The same for the first user with this role. */
export const tokenWithRole = async (url: string, dataDir: string, role: string): Promise<string> =>
  (await (await signIn(url, dataDir, 'user', 'bearer', (account) => account.role === role)).json()).data.authToken

/** The same for a browser; answers the name and value of its cookie. */
export const cookieOf = async (url: string, dataDir: string, type: 'user' | 'employee') => {
  const [cookie = ''] = (await signIn(url, dataDir, type, 'cookie')).headers.getSetCookie()
  const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
  return { name, value, url }
}
