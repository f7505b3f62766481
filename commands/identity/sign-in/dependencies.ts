import type { ClientBase, Pool } from 'pg'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import type { Language } from '../../../domain/texts/languages.ts'
import type { Message } from '../../../domain/message.ts'
import type { Log } from '../../../event-store/log.ts'
import type { Via } from '../../../platform/mail/message.ts'
import type { PasswordHasher } from '../credentials/password-hash.ts'
import type { AddressNames } from './addresses.ts'
import type { Throttle } from './throttle.ts'

/** A person as signing in needs them. `name` is what they sign in with: user name, or the employee's e-mail. */
export type Person = { type: PersonType; id: number; status: string; name: string; email: string }

/** Looks people up in the read models; names and addresses are compared folded (domain/comparable.ts). */
export type People = {
  byName(type: PersonType, name: string): Promise<Person | null>
  byEmail(type: PersonType, email: string): Promise<Person | null>
  byId(type: PersonType, id: number): Promise<Person | null>
}

/** SQL over the read models of people and roles, for statements over the tables of sign-ins. */
export type AccessSql = {
  /** Of a person: `status`, `role_id`, `role_name`, `role_status`, `perms`. */
  columns: string
  /** Joins what `columns` reads to an alias that has `person_type` and `person_id`. */
  joinedTo(alias: string): string
  /** Where the read models stand. */
  readModelVersion: string
  /** Everybody who is not active: `type`, `id`, `status`. */
  inactive: string
}

/** A connection, also one that somebody else's transaction is under way on. */
export type Queryable = Pick<ClientBase, 'query'>

/** Where a mail goes. It is in the language that `person` keeps, else in the one that it was `asked` for in. */
export type Recipient = {
  to: string
  person?: PersonActor | undefined
  asked?: Language | undefined
}

/** A mail to queue. A `code` is worthless after `expiresInSeconds` and is then never sent. */
export type SignInMail = Recipient & {
  kind: 'code' | 'notice'
  subject: Message
  text: Message
  expiresInSeconds?: number
  via?: Via | undefined
}

/** Where it is kept who signs in, and what happened. */
export type SignInStore = { pool: Pool; log: Log; people: People; now: () => Date }

/** What mails about signing in are made of. */
export type SignInMails = {
  queueMail(client: Queryable, mail: SignInMail): Promise<void>
  publicUrl: () => string
}

/** What passwords and codes are checked with, and held back by. */
export type SignInChecks = {
  hasher: PasswordHasher
  throttle: Throttle
  addresses: AddressNames
  /** 32 bytes, for this purpose alone. */
  secret: Uint8Array
  limitsFactor: number
  companyNames(): Promise<readonly string[]>
}

export type SignInDependencies = SignInStore & SignInMails & SignInChecks

/** How tables of sign-ins name a person. */
export const personKey = (person: PersonActor): string => `${person.type}-${person.id}`
