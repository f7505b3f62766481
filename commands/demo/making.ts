import type { Actor } from '../../domain/event.ts'
import type { Fields, Said } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Dispatch } from '../command.ts'
import type { Attempt, idempotent } from '../idempotency.ts'

export type Sent = Readonly<Record<string, unknown>>
/** When and by whom, where it matters; `key` tells records of one name apart, `supplied` is what the server says of them. */
export type How<T = Sent> = { days?: number; actor?: Actor; key?: string; supplied?: T }
export type Make = <F extends Fields, S extends Sent, T extends Sent>(
  resource: Resource<F>,
  sent: Said<F, S>,
  how?: How<Said<F, T>>,
) => Promise<number>
/** Does something once under a name of its own. */
export type Step = <T>(key: string, run: (attempt: Attempt) => Promise<T>) => Promise<unknown>
export type Act = (resource: Resource, id: number, verb: string, sent: Sent, how?: How) => Promise<void>

/** As whom the demo company is made, where nobody of it does something. */
export const seeder = 'system-demo'
const system: Actor = { type: 'system', id: 'demo' }
const day = 86_400_000

type Parts = {
  /** A dispatch whose clock stands where it is told. */
  dispatchAt: (at: Date) => Dispatch
  /** Runs a step once, also when an earlier start was killed in the middle of it. */
  once: ReturnType<typeof idempotent>
  now: Date
}

const nameIn = ({ name, title_name, email }: Sent): string => String(name ?? title_name ?? email)

/** Makes the records of the demo company by real commands, each once, as if on the day that is said (70 days ago). */
export const maker = ({ dispatchAt, once, now }: Parts) => {
  const ago = (days: number) => dispatchAt(new Date(now.getTime() - days * day))
  const step: Step = async (key, run) =>
    (await once(seeder, key, '', async (attempt) => ({ status: 200, body: await run(attempt) }))).body
  const make: Make = async (resource, sent, { days = 70, actor = system, key = nameIn(sent), supplied = {} } = {}) => {
    const id = await step(`${resource.name} ${key}`, async ({ keptId, commandId, keepId }) => {
      const kept = keptId === null ? {} : { id: keptId }
      const command = {
        resource,
        verb: 'create',
        ...kept,
        sent,
        supplied,
        actor,
        perms: null,
        commandId,
        isSilent: true,
      }
      return (await ago(days)<Fields>({ ...command, keepId })).id
    })
    return Number(id)
  }
  const act: Act = async (resource, id, verb, sent, { days = 0, actor = system } = {}) => {
    await step(`${verb} ${resource.name} ${id} ${days}`, async ({ commandId }) => {
      await ago(days)({ resource, verb, id, sent, actor, perms: null, commandId, isSilent: true })
      return null
    })
  }
  return { make, act, step }
}
