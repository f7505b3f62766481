import type { PersonActor } from '../../domain/person.ts'
import type { ComposedMail } from '../inbox/mails.ts'
import type { People, Queryable } from '../identity/sign-in/dependencies.ts'
import { keptMailChoice } from './mail-choices.ts'

/** A comment that was written: of which post, and when. */
export type Commented = { post: number; at: string }

type Parts = {
  /** Which of the staff made a post, and what it is called; null for one of the system, or put away. */
  postWithAuthor(post: number): Promise<{ author: number; name: string } | null>
  people: People
  permissionsOf(person: PersonActor): Promise<readonly string[] | null>
  queueMail(client: Queryable, mail: ComposedMail): Promise<void>
  publicUrl: string
}

// Who is away for some days may still want to know.
const mailLife = 7 * 24 * 3_600

/** Tells whoever made a post that it was commented on, where they want that and may read comments: once in an hour for each post, and without a name. */
export const commentMails =
  ({ postWithAuthor, people, permissionsOf, queueMail, publicUrl }: Parts) =>
  async ({ post, at }: Commented, client: Queryable): Promise<void> => {
    const found = await postWithAuthor(post)
    if (!found) return
    const person = { type: 'user', id: found.author } as const
    if ((await keptMailChoice(client, person, 'comments')) !== 'each') return
    const known = await people.byId(person.type, person.id)
    if (known?.status !== 'active' || known.email === '') return
    if (!(await permissionsOf(person))?.includes('r-comment')) return
    await queueMail(client, {
      kind: 'comment',
      to: known.email,
      person: known,
      dedupeKey: `comments ${post} ${person.id} ${at.slice(0, 13)}`,
      expiresInSeconds: mailLife,
      compose: (say) => ({
        subject: say({ id: 'New comments: {name}', values: { name: found.name } }),
        text: [
          say({ id: 'Your post {name} was commented on.', values: { name: found.name } }),
          `${publicUrl}/dashboard/comment?post=${post}`,
          say('You are told at most once in an hour for each post. On your profile you choose whether you are.'),
        ].join('\n\n'),
      }),
    })
  }
