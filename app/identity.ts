import type { Dispatch } from '../commands/command.ts'
import type { Ids } from '../commands/ids.ts'
import { peopleDispatch } from '../commands/identity/credentials/people.ts'
import type { PasswordHasher } from '../commands/identity/credentials/password-hash.ts'
import { openSignIn, type SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { permissionsOf } from '../domain/permission.ts'
import { accessSql } from '../projections/people/access-sql.ts'
import type { Records } from '../projections/records.ts'
import type { openMail } from './mail.ts'
import type { Ground } from './open.ts'

type Parts = Ground & {
  ids: Ids
  claimKey: Uint8Array
  records: Pick<Records, 'people'>
  mail: Pick<ReturnType<typeof openMail>, 'queue'>
  siteTitle: () => Promise<string>
  dispatch: Dispatch
  hasher: PasswordHasher
}

/** Who people are; and the dispatch of all commands, with what changes of people who sign in ask for besides. */
export const openIdentity = (parts: Parts): { signIn: SignIn; dispatch: Dispatch } => {
  const { config, pool, log, keyFor, mail, siteTitle } = parts
  const signIn = openSignIn({
    ...parts,
    secret: keyFor('sign-in'),
    addressKey: keyFor('addresses'),
    people: parts.records.people,
    access: accessSql,
    queueMail: mail.queue,
    publicUrl: () => config.publicUrl,
    limitsFactor: config.authLimitsFactor,
    registration: config.registration,
    companyNames: async () => [await siteTitle()].filter(Boolean),
    now: () => new Date(),
    everything: permissionsOf(parts.resources),
  })
  return { signIn, dispatch: peopleDispatch({ pool, log, queueMail: mail.queue, ...signIn }, parts.dispatch) }
}
