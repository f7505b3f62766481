import type { Resource } from '../../domain/resource.ts'
import { isPersonType } from '../../domain/person.ts'
import { actorNamed } from '../../domain/event.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import type { ComposedMail } from '../inbox/mails.ts'
import type { People, Queryable } from '../identity/sign-in/dependencies.ts'
import type { Schedule } from './schedule.ts'

type Parts = {
  schedule: Pick<Schedule, 'find'>
  resources: readonly Resource[]
  people: People
  queueMail(client: Queryable, mail: ComposedMail): Promise<void>
  publicUrl: string
}

// Long enough for somebody to mend a mail server and send again what failed.
const mailLife = 30 * 24 * 3_600

/** Tells whoever planned something that some of it was refused at its moment, once for each event. */
export const scheduleMails =
  ({ schedule, resources, people, queueMail, publicUrl }: Parts) =>
  async ({ id, event }: { id: string; event: string }, client: Queryable): Promise<void> => {
    const one = await schedule.find(id)
    const { type, id: number } = actorNamed(one?.person ?? '')
    if (!one || !isPersonType(type)) return
    const person = await people.byId(type, Number(number))
    const resource = resources.find(({ name }) => name === one.resource)
    // Who does not sign in any more is not told; the calendar and the trail say it to those who are there.
    if (person?.status !== 'active' || person.email === '' || !resource) return
    await queueMail(client, {
      kind: 'schedule',
      to: person.email,
      person,
      dedupeKey: event,
      expiresInSeconds: mailLife,
      compose: (say) => {
        const things = say(one.total === 1 ? resource.label : resource.plural)
        return {
          subject: say('What you scheduled was refused'),
          text: [
            `${say(nameOfVerb(resource, one.verb))}: ${one.total} ${things}`,
            say({ id: 'Refused: {failed} of {total}.', values: { failed: one.failed, total: one.total } }),
            ...(one.message ? [say(one.message)] : []),
            say('What you had typed is kept and can be opened from the calendar.'),
            `${publicUrl}/dashboard/calendar/${id}`,
          ].join('\n\n'),
        }
      },
    })
  }
