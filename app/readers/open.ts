import { digests } from '../../commands/digest/digests.ts'
import { digestSender } from '../../commands/digest/send.ts'
import { unsubscribedBy } from '../../commands/digest/unsubscribe.ts'
import { mailChoices } from '../../commands/discussion/mail-choices.ts'
import { postOpens } from '../../commands/opens/opens.ts'
import { shortcuts } from '../../commands/shortcuts/shortcuts.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import type { Projector } from '../../projections/running/projector.ts'
import type { Records } from '../../projections/records.ts'
import type { openMail } from '../mail.ts'
import type { Ground } from '../open.ts'

type Parts = Pick<Ground, 'pool' | 'log' | 'keyFor' | 'config' | 'logger'> & {
  records: Pick<Records, 'find' | 'newsOf' | 'people'>
  projector: Pick<Projector, 'waitFor'>
  mail: Pick<ReturnType<typeof openMail>, 'queueComposed'>
  timeZone(): Promise<string>
}

/** What is kept beside the log of who reads: what they want to be told by mail, and how often posts are opened. */
export const openReaders = ({ pool, log, keyFor, config, logger, records, projector, mail, timeZone }: Parts) => {
  const key = keyFor('sign-in')
  const sendDue = digestSender({
    pool,
    isOn: async () => (await records.find(configuration, String(configurationId), 'staff'))?.digests === true,
    timeZone,
    isCaughtUp: async () => projector.waitFor(await log.store.head(), 1_000),
    newsOf: records.newsOf,
    people: records.people,
    queueMail: mail.queueComposed,
    key,
    publicUrl: config.publicUrl,
  })
  return {
    mailChoices: mailChoices(pool),
    shortcuts: shortcuts(pool),
    opens: postOpens(pool, (error) => logger.warn({ err: error }, 'what was opened could not be counted')),
    digests: { ...digests(pool), sendDue, unsubscribedBy: (token: string) => unsubscribedBy(key, token) },
  }
}
