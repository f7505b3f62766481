import { z } from 'zod'
import { isSafeLink } from '../../../domain/fields/safe-link.ts'
import { colleagueIn, isNamedByHouse, mostShortcuts, portalPages } from '../../../domain/people/shortcuts.ts'
import type { PersonActor } from '../../../domain/person.ts'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { plain } from '../../wire/wire.ts'

const wrong = 'You may have up to 12 shortcuts, each once.'
const isOnce = (links: readonly { link: string }[]) => new Set(links.map(({ link }) => link)).size === links.length
const one = z.object({ link: plain(2_000), title: plain(60) }, wrong)
const sentSchema = z.object({
  shortcuts: z.array(one, wrong).max(mostShortcuts, wrong).refine(isOnce, wrong),
})

// Of paths, those of the portal: the others answer employees nothing.
const isOpen = (link: string): boolean => isSafeLink(link) && !/^\/(?:api|auth|dashboard|logout)(?:[/?#]|$)/i.test(link)

const checkLink = ({ link, title }: z.output<typeof one>): void => {
  if (!isOpen(link))
    rejectFields([fieldProblem('link', 'link', '{label} is not a link this site may use', { label: 'Address' })])
  if (!isNamedByHouse(link) && title.trim() === '')
    rejectFields([fieldProblem('title', 'required', '{label} is required', { label: 'Name' })])
}

type Shown = { link: string; title: string; is_own: boolean }

/** What somebody has on their first page, colleagues by the names of today and those who have left not at all; nothing of staff. */
export const shortcutsFor = async (
  { shortcuts, records }: Pick<Services, 'shortcuts' | 'records'>,
  actor: PersonActor,
): Promise<{ shortcuts?: Shown[] }> => {
  if (actor.type !== 'employee') return {}
  const kept = await shortcuts.of(actor)
  const names = await records.colleagues(kept.flatMap(({ link }) => colleagueIn(link) ?? []))
  const shown = kept.map(({ link, title }): Shown => {
    const [page, id] = [portalPages[link], colleagueIn(link)]
    const own = id === null ? title : (names.get(id) ?? '')
    return { link, title: page ?? own, is_own: page === undefined }
  })
  return { shortcuts: shown.filter(({ title }) => title !== '') }
}

/** What an employee has on their first page (docs/decisions/people/0204); it is read with whoever is signed in. */
export const shortcutRoutes = (services: Services): Route[] => [
  route({
    method: 'PUT',
    url: '/me/shortcuts',
    audience: 'employee',
    summary: 'Keeps the shortcuts of one’s first page, in their order',
    sends: sentSchema,
    response: doneSchema,
    handler: async (call) => {
      const { shortcuts } = await readFields(call.request, sentSchema)
      for (const shortcut of shortcuts) checkLink(shortcut)
      const ids = shortcuts.flatMap(({ link }) => colleagueIn(link) ?? [])
      const known = await services.records.colleagues(ids)
      if (ids.some((id) => !known.has(id))) throw new Rejected('There is no such colleague.', 'missing')
      await services.shortcuts.keep(signedIn(call).actor, shortcuts)
      return done('profile', 'Your shortcuts are kept.')
    },
  }),
]
