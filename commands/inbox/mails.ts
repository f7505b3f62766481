import { streamOf } from '../../domain/event.ts'
import { isShown } from '../../domain/fields/composite.ts'
import { inboxListOf, numberOf } from '../../domain/shapes/inbox.ts'
import { isPersonType } from '../../domain/person.ts'
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
type News = { note: string; fields: readonly string[] }

const changedNames = ({ fields, stateField }: Resource, before: RecordState, after: RecordState): string[] =>
  Object.keys(fields).filter((name) => name !== stateField && !isSame(before.values[name], after.values[name]))

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
      .filter(([name, field]) => isShown(field, values) && name !== resource.author && (only?.includes(name) ?? true))
      .flatMap(([name, field]) => {
        const isList = field.kind === 'list'
        const text = readText(values[name], field, say, '\n')
        return text === '' ? [] : [`${say(field.label)}:${isList || text.includes('\n') ? '\n' : ' '}${text}`]
      })
      .join('\n')

  const headOf = ({ resource, record }: Step, { createdAt }: RecordState, say: Say) => ({
    record: say(resource.label),
    number: resource.inbox ? numberOf(resource.inbox, record, createdAt) : `#${record}`,
  })

  const tellReceivers = async ({ step, state, values, cause }: Told, client: Queryable) => {
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
          const { record: label, number } = headOf(step, state, say)
          const text = [`${label} ${number}, ${who}`, linesOf(resource, values, say), link]
          return { subject: `${label} ${number}: ${who}`, text: text.join('\n\n') }
        },
      })
  }

  const tellAuthor = async ({ step, state, values, cause }: Told, news: News, client: Queryable) => {
    const { resource, verb, id } = step
    const type = resource.fields[resource.author ?? '']?.references
    if (!isPersonType(type)) return
    const person = await people.byId(type, Number(state.values[resource.author ?? '']))
    if (person?.status !== 'active' || person.email === '') return
    const own = resource.verbs[verb]
    const stage = resource.fields[resource.stateField ?? '']
    await queueMail(client, {
      kind: 'step',
      to: person.email,
      person,
      dedupeKey: id,
      cause,
      expiresInSeconds: mailLife,
      compose: (say) => {
        const { record: label, number } = headOf(step, state, say)
        const state_ = stage ? readText(state.values[resource.stateField ?? ''], stage, say) : ''
        const text = [
          say(own?.done ?? 'It was received. Each step that is taken with it is told to you by mail.'),
          news.note,
          linesOf(resource, values, say, news.fields),
          `${say('Where it stands:')} ${publicUrl}/profile/requests`,
        ]
        return { subject: `${label} ${number}: ${state_}`, text: text.filter(Boolean).join('\n\n') }
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
    if (verb === 'create') await tellReceivers(told, client)
    const note = textOf(last?.data.note)
    const before = fold(resource, record, known.slice(0, -1))
    // What a step changed of the record is part of the news, besides where it stands now.
    const fields = verb === 'create' ? [] : changedNames(resource, before, state)
    await tellAuthor(told, { note, fields }, client)
  }
}
