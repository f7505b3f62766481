import { actorNamed, type Actor } from '../../domain/event.ts'
import type { PersonActor } from '../../domain/person.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { remark, review } from '../../domain/resources/review.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import type { Say } from '../../domain/texts/read-text.ts'
import type { Log, LogEvent } from '../../event-store/log.ts'
import type { People, Queryable } from '../identity/sign-in/dependencies.ts'
import type { ComposedMail } from '../inbox/mails.ts'
import { loadRecord } from '../record.ts'

type Parts = {
  log: Log
  resources: readonly Resource[]
  people: People
  names(actors: readonly Actor[]): Promise<ReadonlyMap<string, string>>
  /** The users who hold all of these permissions, but one. */
  holders(perms: readonly string[], without: number): Promise<readonly number[]>
  queueMail(client: Queryable, mail: ComposedMail): Promise<void>
  publicUrl: string
}

/** What happened to a review. `event` is the event's id, `by` who did it. */
export type ReviewStep = Pick<LogEvent, 'id' | 'type' | 'actor'> & { review: number; remark: number | null }

// Long enough for somebody to mend a mail server and send again what failed.
const mailLife = 30 * 24 * 3_600

const subjects: Readonly<Record<string, string>> = {
  [review.events.create]: 'A review is asked for',
  [review.verbs.change.on]: 'A review is asked for',
  [review.verbs.publish.on]: 'What you proposed is published',
  [review.verbs.send_back.on]: 'What you proposed is returned to you',
  [remark.events.create]: 'A comment on what you proposed',
}

/** The events of which somebody is told by mail. */
export const reviewSteps: readonly string[] = Object.keys(subjects)

const asked: readonly string[] = [review.events.create, review.verbs.change.on]

/** Mails about reviews: to whoever may publish once one is asked for, to its author of what becomes of it; to nobody of what they did themselves. */
export const reviewMails = ({ log, resources, people, names, holders, queueMail, publicUrl }: Parts) => {
  const receiversOf = async (
    step: ReviewStep,
    of: Resource,
    verb: string,
    author: Actor,
  ): Promise<readonly number[]> => {
    const { actor, type } = step
    if (asked.includes(type))
      return holders([`r-${of.area}`, `p-${of.area}`, `${actionOf(of, verb)}-${of.area}`], Number(author.id))
    return actor.type === author.type && actor.id === author.id ? [] : [Number(author.id)]
  }

  const textOf = (say: Say, lines: readonly string[], step: ReviewStep) =>
    [...lines, `${publicUrl}/dashboard/reviews/${step.review}`]
      .filter(Boolean)
      .concat(say('Answer at this address: nobody reads what is replied to this mail.'))
      .join('\n\n')

  return async (step: ReviewStep, client: Queryable): Promise<void> => {
    const { state } = await loadRecord(log, review, step.review)
    const { kind, verb, record_name: name, author } = state.values
    const of = resources.find((one) => one.name === kind)
    if (!of) return
    const subject = subjects[step.type] ?? ''
    const said = step.remark === null ? '' : (await loadRecord(log, remark, step.remark)).state.values.words
    const who = (await names([step.actor])).get(`${step.actor.type}-${step.actor.id}`) ?? ''
    for (const id of await receiversOf(step, of, verb, actorNamed(author))) {
      const reader: PersonActor = { type: 'user', id }
      const person = await people.byId('user', id)
      if (person?.status !== 'active' || person.email === '') continue
      await queueMail(client, {
        kind: 'review',
        to: person.email,
        person: reader,
        dedupeKey: `${step.id} ${id}`,
        expiresInSeconds: mailLife,
        compose: (say) => ({
          subject: `${say(subject)}: ${name}`,
          text: textOf(say, [`${say(of.label)}: ${name}`, `${say(nameOfVerb(of, verb))} (${who})`, said], step),
        }),
      })
    }
  }
}
