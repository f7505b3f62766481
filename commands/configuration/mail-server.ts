import type { Pool } from 'pg'
import { type Actor, type JsonObject, streamOf } from '../../domain/event.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import { fold } from '../../domain/evolve.ts'
import type { Values } from '../../domain/fields/values.ts'
import { configuration, configurationId, type Setting } from '../../domain/resources/configuration.ts'
import type { Log } from '../../event-store/log.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import { keepApproval, lastApproval, withdrawApproval } from '../../platform/mail/approval.ts'
import type { NamedServer, Via } from '../../platform/mail/message.ts'
import type { StoredServerMail } from '../../platform/mail/stored-server.ts'
import type { Audit } from '../audit.ts'
import type { Person, Queryable, Recipient, SignInDependencies, SignInMail } from '../identity/sign-in/dependencies.ts'
import type { SignInFlow } from '../identity/sign-in/flow.ts'
import { mailTo } from '../identity/sign-in/mails.ts'
import { serverApprovedMail, serverWithdrawnMail } from './mails.ts'

type Parts = {
  pool: Pool
  log: Log
  audit: Audit
  server: Pick<StoredServerMail, 'fingerprintOf' | 'lastTest' | 'hasOwnServer'>
  /** The active users who hold every permission. */
  administrators: () => Promise<readonly { id: number; email: string }[]>
  permissionsOf: (person: Person) => Promise<readonly string[]>
  everything: readonly string[]
  checkOwnPassword: SignInFlow['checkOwnPassword']
  queueMail: SignInDependencies['queueMail']
}

/** How the mail settings that are saved stand. `fingerprint` tells one state of them from another. */
export type MailServerStanding = {
  server: NamedServer
  fingerprint: string
  version: number
  savedBy: Actor | null
  tested: { at: Date; testers: readonly number[] } | null
  approved: { by: number; at: Date } | null
}

export type Approving = { password: string; address: string; correlationId: string; fingerprint?: string | undefined }

/** The settings that name a mail server: each of them changed is another server. */
const fieldsOfServer: readonly Setting[] = ['email_name', 'email_host', 'email_port_smtp', 'email_password']

/** True for the data of an event that changes the mail server. */
export const changesMailServer = (data: JsonObject): boolean => fieldsOfServer.some((name) => Object.hasOwn(data, name))

const serverIn = (values: Values<typeof configuration.fields>): NamedServer | null => {
  const { email_host: host, email_port_smtp: port, email_name: address, email_password: password } = values
  if (typeof host !== 'string' || typeof port !== 'number' || typeof address !== 'string') return null
  if (host === '' || address === '') return null
  return { host, port, address, password: typeof password === 'string' ? password : null }
}

/** Why nobody can approve these settings now, or null. */
export const approvalHindrance = (standing: MailServerStanding | null, hasOwnServer: boolean): string | null => {
  if (hasOwnServer)
    return 'Whoever runs the server has set SMTP_URL: codes and links go by it, and nothing needs approval.'
  if (!standing) return 'The mail settings are not complete.'
  return standing.tested ? null : 'Send a test mail with the saved settings first.'
}

/** True when somebody else has saved these settings, and somebody else has tested them. */
export const isSecond = ({ savedBy, tested }: MailServerStanding, id: number): boolean =>
  !(savedBy?.type === 'user' && savedBy.id === id) && (tested?.testers.some((tester) => tester !== id) ?? false)

/** The mail server of the configuration screen for what signs in: a second administrator approves it (docs/decisions/service/0056). */
export const mailServerApproval = (parts: Parts) => {
  const { pool, log, audit, server, administrators, permissionsOf, everything, queueMail } = parts

  const standing = async (): Promise<MailServerStanding | null> => {
    const { events } = await log.read(streamOf(configuration.name, configurationId))
    const { values, version } = fold(configuration, configurationId, events)
    const named = serverIn(values)
    if (!named) return null
    const [fingerprint, tested, last] = await Promise.all([
      server.fingerprintOf(named),
      server.lastTest(),
      lastApproval(pool),
    ])
    const isApproved = last !== null && last.withdrawn_at === null && last.fingerprint === fingerprint
    return {
      server: named,
      fingerprint,
      version,
      savedBy: events.findLast(({ data }) => changesMailServer(data))?.meta.actor ?? null,
      tested: tested?.fingerprint === fingerprint ? tested : null,
      approved: isApproved ? { by: last.approved_by, at: last.at } : null,
    }
  }

  /** @throws Rejected forbidden, rule */
  const checkMayApprove = (found: MailServerStanding | null, id: number, perms: readonly string[]) => {
    if (!everything.every((one) => perms.includes(one))) throw new Rejected(accessDenied, 'forbidden')
    const hindrance = approvalHindrance(found, server.hasOwnServer)
    if (hindrance !== null || found === null) throw new Rejected(hindrance ?? accessDenied)
    if (found.approved === null && !isSecond(found, id))
      throw new Rejected('You have saved or tested these mail settings: another administrator has to approve them.')
    return found
  }

  const tellAll = async (client: Queryable, via: Via, mail: (to: Recipient) => SignInMail) => {
    for (const { id, email } of await administrators())
      await queueMail(client, { ...mail(mailTo({ type: 'user', id, email })), via })
  }

  /** Approves what is saved and tested; answers the position of the event, null when it was approved already. @throws Rejected forbidden, rule, validation for the password, throttled; Busy */
  const approve = async (person: Person, perms: readonly string[], asked: Approving): Promise<bigint | null> => {
    checkMayApprove(await standing(), person.id, perms)
    await parts.checkOwnPassword(person, asked)
    // Both may be others by now: looking at a password takes its time.
    const found = checkMayApprove(await standing(), person.id, await permissionsOf(person))
    if (asked.fingerprint !== undefined && asked.fingerprint !== found.fingerprint)
      throw new Rejected('The mail settings were changed meanwhile. Please look at them again.')
    if (found.approved) return null
    const { server: named, fingerprint, version } = found
    const { host, port, address: sender } = named
    const data = { resource: configuration.name, host, port, sender }
    const by = { actor: { type: 'user' as const, id: person.id }, correlationId: asked.correlationId }
    const position = await audit({ type: 'MailServerApproved', data }, by)
    await inTransaction(pool, async (client) => {
      const before = await lastApproval(client)
      await keepApproval(client, { fingerprint, server: named, version, approved_by: person.id })
      // By the way until now: the new server could keep the news to itself.
      await tellAll(client, before?.server ?? 'own', (to) => serverApprovedMail(to, { host, name: person.name }))
    })
    return position
  }

  /** What follows from a change of the mail settings that made this version of the configuration. */
  const withdraw = async (version: number, client: Queryable): Promise<void> => {
    const was = await withdrawApproval(client, version)
    if (was) await tellAll(client, was, (to) => serverWithdrawnMail(to, was))
  }

  return { standing, approve, withdraw, administrators }
}

export type MailServerApproval = ReturnType<typeof mailServerApproval>
