import type { Fields } from '../domain/fields/values.ts'
import { changesMailServer, type MailServerApproval } from '../commands/configuration/mail-server.ts'
import type { SignIn } from '../commands/identity/sign-in/sign-in.ts'
import { commentMails } from '../commands/discussion/comment-mails.ts'
import { inboxMails } from '../commands/inbox/mails.ts'
import type { Jobs } from '../commands/jobs/jobs.ts'
import { reviewMails, reviewSteps } from '../commands/review/mails.ts'
import { scheduleMails } from '../commands/schedule/mails.ts'
import type { Schedule } from '../commands/schedule/schedule.ts'
import { textOf } from '../domain/json.ts'
import { configuration, configurationId } from '../domain/resources/configuration.ts'
import { changesConsumer, sweepChanges } from '../projections/consumers/changes.ts'
import { commentsConsumer } from '../projections/discussion/consumer.ts'
import { erasuresConsumer, type Repeat } from '../projections/consumers/erasures.ts'
import { type Consumer, countDeadLettered } from '../projections/consumers/consumer.ts'
import { mailServerConsumer } from '../projections/configuration/mail-server-consumer.ts'
import { peopleConsumer } from '../projections/consumers/people.ts'
import { type Publication, publishingConsumer } from '../projections/consumers/publishing.ts'
import { reviewsConsumer } from '../projections/consumers/review.ts'
import { schedulesConsumer } from '../projections/consumers/schedules.ts'
import { stepsConsumer } from '../projections/consumers/steps.ts'
import { restartEmptyWords, wordsConsumer } from '../projections/texts/consumer.ts'
import { startConsumer } from '../projections/consumers/run-consumer.ts'
import type { openMail } from './mail.ts'
import type { Projector } from '../projections/running/projector.ts'
import type { Records } from '../projections/records.ts'
import type { Ground } from './open.ts'

type Parts = Ground & {
  jobs: Pick<Jobs, 'start'>
  schedule: Pick<Schedule, 'find'>
  signIn: Pick<SignIn, 'invite' | 'endEarlier' | 'permissionsOf'>
  repeatErasure: Repeat
  records: Pick<Records, 'people' | 'labels' | 'find' | 'names' | 'holders' | 'postWithAuthor'>
  mail: Pick<ReturnType<typeof openMail>, 'queueComposed'>
  mailApproval: Pick<MailServerApproval, 'withdraw'>
  projector: Pick<Projector, 'waitFor'>
  isRunning: boolean
}

/** The job that publishes a record. One that finds it with another moment by then, or published, does nothing. */
export const publicationJob = ({ id, resource: { name }, record, field, at }: Publication) => ({
  id,
  actor: { type: 'system' as const, id: 'publishing' },
  verb: 'activate',
  resource: name,
  items: [{ resource: name, record, verb: 'activate', sent: { [field]: at }, version: null, since: null }],
  startsAt: new Date(at),
})

/** What follows from events beside the read models: one line each. */
const consumersOf = (parts: Parts): readonly Consumer[] => {
  const { config, log, resources, jobs, signIn, repeatErasure, records, mail, mailApproval } = parts
  const { people, labels, names, holders } = records
  const receivers = async (setting: string) => {
    const settings = await records.find<Fields>(configuration, String(configurationId), 'staff')
    return [settings?.[setting]].flat().map(textOf).filter(Boolean)
  }
  const { queueComposed: queueMail } = mail
  return [
    changesConsumer(resources, log.open),
    wordsConsumer(resources, log.open, parts.projector.waitFor),
    publishingConsumer(resources, (publication) => jobs.start(publicationJob(publication))),
    erasuresConsumer(repeatErasure),
    peopleConsumer(resources, { invite: signIn.invite, end: signIn.endEarlier }),
    schedulesConsumer(
      scheduleMails({ schedule: parts.schedule, resources, people, queueMail, publicUrl: config.publicUrl }),
    ),
    reviewsConsumer(
      reviewSteps,
      reviewMails({ log, resources, people, names, holders, queueMail, publicUrl: config.publicUrl }),
    ),
    mailServerConsumer({ changes: changesMailServer, withdraw: mailApproval.withdraw }),
    commentsConsumer(
      commentMails({
        postWithAuthor: records.postWithAuthor,
        people,
        permissionsOf: signIn.permissionsOf,
        queueMail,
        publicUrl: config.publicUrl,
      }),
    ),
    stepsConsumer(
      resources,
      inboxMails({ log, resources, people, labels, receivers, queueMail, publicUrl: config.publicUrl }),
    ),
  ]
}

/** Runs every consumer, in one process each; `isRunning` says whether this process takes part. */
export const openConsumers = async (parts: Parts) => {
  const { pool, log, logger, isRunning } = parts
  if (isRunning) await restartEmptyWords(pool)
  const stops = isRunning ? consumersOf(parts).map((consumer) => startConsumer({ pool, log, logger, consumer })) : []
  return {
    /** How many streams wait behind an event that some consumer could not handle. */
    deadLetteredStreams: () => countDeadLettered(pool),
    sweep: () => sweepChanges(pool),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
