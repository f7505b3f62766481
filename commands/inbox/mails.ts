import { streamOf } from '../../domain/event.ts'
import { isShown } from '../../domain/fields/composite.ts'
import { conversationFields } from '../../domain/shapes/conversation.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import { inboxListOf, numberOf } from '../../domain/shapes/inbox.ts'
import { isEmployee, isPersonType } from '../../domain/person.ts'
import { isSame, textOf } from '../../domain/json.ts'
import { readText, type Say } from '../../domain/texts/read-text.ts'
import { fold } from '../../domain/evolve.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { Via } from '../../platform/mail/message.ts'
import type { Cause } from '../../platform/observed.ts'
import type { People, Queryable, Recipient } from '../identity/sign-in/dependencies.ts'

/** A mail whose words are made in the reader's language. One of a `dedupeKey` is queued once, for ever. */
export type ComposedMail = Recipient & {
  kind: string
  dedupeKey?: string
  expiresInSeconds?: number
  via?: Via | undefined
  cause?: Cause | undefined
  /** The address that ends mails of its kind by one press. */
  unsubscribe?: string | undefined
  compose(say: Say): { subject: string; text: string }
}

type Parts = {
  log: Pick<Log, 'read'>
  resources: readonly Resource[]
  people: People
  labels(resource: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** The addresses that a setting holds. */
  receivers(setting: string): Promise<readonly string[]>
  queueMail(client: Queryable, mail: ComposedMail): Promise<void>
  publicUrl: string
}

type Step = { id: string; resource: Resource; record: number; verb: string; revision: number }
type Told = { step: Step; state: RecordState; values: Named; cause: Cause | undefined }
type Named = Readonly<Record<string, unknown>>
/** What is new: how it begins, what was said, how many files came with it, and which fields tell it. */
type News = { first: string; said: string; files: number; fields: readonly string[] }

const isOfConversation = (name: string) => Object.hasOwn(conversationFields, name)

const changedNames = ({ fields, stateField }: Resource, before: RecordState, after: RecordState): string[] =>
  Object.keys(fields).filter((name) => name !== stateField && !isSame(before.values[name], after.values[name]))

const aboutOf = ({ inbox }: Resource): readonly string[] => inbox?.about ?? []

const received = 'It was received. Each step that is taken with it is told to you by mail.'

// Long enough for somebody to mend a mail server and send again what failed.
const mailLife = 30 * 24 * 3_600

/** Mails about what employees send: to whom it is for, and to whoever sent it at each step (W4, W10). */
export const inboxMails = ({ log, resources, people, labels, receivers, queueMail, publicUrl }: Parts) => {
  const named = async (resource: Resource, values: RecordState['values']): Promise<Named> => {
    const names = Object.entries(resource.fields).map(async ([name, { kind, references }]) => {
      const [id, to] = [values[name], resources.find((one) => one.name === references)]
      if (kind !== 'reference' || typeof id !== 'number' || !to) return [name, values[name]] as const
      return [name, (await labels(to, [id])).get(id) ?? ''] as const
    })
    return Object.fromEntries(await Promise.all(names))
  }

  /** What a record says, a line for each field. Who sent it is named by the account and as they were named then: once is enough. */
  const linesOf = (resource: Resource, values: Named, say: Say, only?: readonly string[]): string =>
    Object.entries(resource.fields)
      .filter(
        ([name, field]) =>
          isShown(field, values) &&
          name !== resource.author &&
          !isOfConversation(name) &&
          (only?.includes(name) ?? true),
      )
      .flatMap(([name, field]) => {
        const isList = field.kind === 'list'
        const text = readText(values[name], field, say, '\n')
        return text === '' ? [] : [`${say(field.label)}:${isList || text.includes('\n') ? '\n' : ' '}${text}`]
      })
      .join('\n')

  /** How it is named above a mail: what is personal stands in none, since servers on the way keep it. */
  const headOf = ({ resource, record }: Step, { createdAt, values }: RecordState, say: Say): string => {
    const number = resource.inbox ? numberOf(resource.inbox, record, createdAt) : `#${record}`
    const open = aboutOf(resource).filter((name) => {
      const field = resource.fields[name]
      return field?.kind === 'text' && !field.isPersonal
    })
    return [`${say(resource.label)} ${number}`, ...open.map((name) => textOf(values[name]))].filter(Boolean).join(', ')
  }

  /** What was answered, how many files came with it, and how to go on. */
  const answerOf = ({ said, files }: News, say: Say): string[] => [
    said,
    files === 0 ? '' : say({ id: 'Files with it: {count}', values: { count: files } }),
  ]

  const howTo = (say: Say) => say('Answer at this address: nobody reads what is replied to this mail.')

  const tellReceivers = async ({ step, state, values, cause }: Told, news: News | null, client: Queryable) => {
    const { resource, record, id } = step
    if (!resource.inbox) return
    const { path, receivers: setting } = inboxListOf(resource.inbox, state.values)
    const link = `${publicUrl}/dashboard/${path}/${record}`
    const who = textOf(values[resource.author ?? ''])
    for (const to of await receivers(setting))
      await queueMail(client, {
        kind: 'inbox',
        to,
        dedupeKey: `${id} ${to}`,
        cause,
        expiresInSeconds: mailLife,
        compose: (say) => {
          const head = headOf(step, state, say)
          if (!news) {
            const text = [`${head}, ${who}`, linesOf(resource, values, say), link]
            return { subject: `${head}: ${who}`, text: text.join('\n\n') }
          }
          const answered = say({ id: '{name} has answered.', values: { name: who } })
          const text = [answered, ...answerOf(news, say), linesOf(resource, values, say, news.fields), link, howTo(say)]
          return { subject: `${head}: ${answered}`, text: text.filter(Boolean).join('\n\n') }
        },
      })
  }

  const tellAuthor = async ({ step, state, values, cause }: Told, news: News, client: Queryable) => {
    const { resource, verb, id, record } = step
    const type = resource.fields[resource.author ?? '']?.references
    if (!isPersonType(type)) return
    const person = await people.byId(type, Number(state.values[resource.author ?? '']))
    if (person?.status !== 'active' || person.email === '') return
    const stage = resource.fields[resource.stateField ?? '']
    await queueMail(client, {
      kind: 'step',
      to: person.email,
      person,
      dedupeKey: id,
      cause,
      expiresInSeconds: mailLife,
      compose: (say) => {
        const head = headOf(step, state, say)
        const isAnswer = verb === answerVerb
        const stands = stage ? readText(state.values[resource.stateField ?? ''], stage, say) : ''
        const text = [
          say(news.first),
          ...answerOf(news, say),
          linesOf(resource, values, say, news.fields),
          `${say('Where it stands:')} ${publicUrl}/profile/requests/${resource.name}/${record}`,
          isAnswer ? howTo(say) : '',
        ]
        return { subject: `${head}: ${isAnswer ? say(news.first) : stands}`, text: text.filter(Boolean).join('\n\n') }
      },
    })
  }

  return async (step: Step, client: Queryable): Promise<void> => {
    const { resource, record, revision, verb } = step
    const { events } = await log.read(streamOf(resource.name, record))
    // As it was by this step, however late it is told.
    const known = events.filter((event) => event.revision <= revision)
    const state = fold(resource, record, known)
    const values = await named(resource, state.values)
    const last = known.at(-1)
    const cause = last && { correlationId: last.meta.correlationId, commandId: last.meta.commandId }
    const told = { step, state, values, cause }
    const about = aboutOf(resource)
    if (verb === answerVerb && last) {
      const { text, files } = last.data
      const said = { said: textOf(text), files: Array.isArray(files) ? files.length : 0, fields: about }
      const news = { first: 'You have an answer.', ...said }
      // The other side is told, and nobody of what they said themselves.
      return isEmployee(last.actor) ? tellReceivers(told, news, client) : tellAuthor(told, news, client)
    }
    if (verb === 'create') await tellReceivers(told, null, client)
    const before = fold(resource, record, known.slice(0, -1))
    // What a step changed of the record is part of the news, besides where it stands now.
    const changed = verb === 'create' ? [] : changedNames(resource, before, state)
    const first = verb === 'create' ? received : (resource.verbs[verb]?.done ?? received)
    await tellAuthor(told, { first, said: textOf(last?.data.note), files: 0, fields: [...about, ...changed] }, client)
  }
}
