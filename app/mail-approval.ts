import type { Audit } from '../commands/audit.ts'
import { mailServerApproval } from '../commands/configuration/mail-server.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { permissionsOf } from '../domain/permission.ts'
import { administratorsAmong } from '../projections/people/administrators.ts'
import type { openMail } from './mail.ts'
import type { Ground } from './open.ts'

type Parts = Pick<Ground, 'pool' | 'log' | 'resources'> & {
  audit: Audit
  signIn: Pick<SignIn, 'checkOwnPassword' | 'permissionsOf'>
  mail: Pick<ReturnType<typeof openMail>, 'queue' | 'storedServer'>
}

/** The approval of the configuration's mail server for codes and links. */
export const openMailApproval = ({ pool, log, audit, resources, signIn, mail }: Parts) => {
  const everything = permissionsOf(resources)
  return mailServerApproval({
    pool,
    log,
    audit,
    everything,
    server: mail.storedServer,
    administrators: administratorsAmong(pool, everything),
    permissionsOf: signIn.permissionsOf,
    checkOwnPassword: signIn.checkOwnPassword,
    queueMail: mail.queue,
  })
}
