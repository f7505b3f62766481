import { LRUCache } from 'lru-cache'
import { isObject, textOf } from '../../../domain/json.ts'
import type { PersonActor } from '../../../domain/person.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { PreviewLink } from '../../../commands/preview-links/preview-links.ts'
import type { Row, Services } from '../../server/services.ts'

/** What a link shows: the record as it is saved, with what whoever made the link has typed over it. */
export type Shown = {
  link: PreviewLink & { maker: PersonActor; perms: readonly string[] }
  name: string
  excerpt: string
  at: string
  category: string
  picture: string | null
  focus: string
  content: string
  css: string
  /** The keys of the files that it shows: nothing else is given out. */
  files: ReadonlySet<string>
}

const over = () => new Rejected('This preview has ended, or there is none at this address.', 'missing')

const nameOfKind = ({ fields }: Resource, kind: string) =>
  Object.keys(fields).find((name) => fields[name]?.kind === kind)

const fileAddress = /\/files\/([0-9a-f]{32})\/[^"'()\s<>]*/g

const keysIn = (text: string): string[] => [...text.matchAll(fileAddress)].flatMap(([, key]) => key ?? [])

/** Addresses of files lead through the link, where whoever has it may go. */
const through = (token: string, text: string): string => text.replace(fileAddress, `/api/preview/${token}/file/$1`)

const draftOver = async ({ drafts }: Services, { person, resource, record }: PreviewLink) => {
  const own = (await drafts.list({ resource, record })).find((draft) => draft.person === person)
  return { draft: own ? (await drafts.read(own.id)).values : {}, keptAt: own?.keptAt.toISOString() ?? '' }
}

type Cleaned = Awaited<ReturnType<Services['preview']>>

// In characters: some pages that are looked at, with their styles and each of their pictures.
const mostCleaned = 8_000_000

/** Cleans what a link shows once for a version of the record and of the draft: a page asks for it with each of its pictures. */
const cleaning = ({ preview }: Pick<Services, 'preview'>) => {
  const cache = new LRUCache<string, Cleaned>({
    maxSize: mostCleaned,
    sizeCalculation: ({ content, css }) => content.length + css.length + 1,
  })
  return async (of: string, text: { content: string; css: string }): Promise<Cleaned> => {
    const known = cache.get(of)
    if (known) return known
    const cleaned = await preview(text)
    cache.set(of, cleaned)
    return cleaned
  }
}

// A form holds a picture with its address, a record beside it.
const pictureOf = (row: Row, draft: Row, name: string): string => {
  if (!Object.hasOwn(draft, name)) return textOf(row[`${name}_url`])
  const held = draft[name]
  return isObject(held) ? textOf(held.link) : ''
}

const categoryOf = async ({ records, resources }: Services, resource: Resource, row: Row, draft: Row) => {
  const to = resources.find(({ name }) => name === resource.fields.category?.references)
  const held = Object.hasOwn(draft, 'category') ? draft.category : row.category
  const id = Number(isObject(held) ? held.id : held)
  return to && Number.isSafeInteger(id) ? ((await records.labels(to, [id])).get(id) ?? '') : ''
}

const shownBy = async (services: Services, clean: ReturnType<typeof cleaning>, token: string): Promise<Shown> => {
  const link = /^[\w-]{43}$/.test(token) ? await services.previewLinks.open(token) : null
  const resource = link && services.resources.find(({ name }) => name === link.resource)
  if (!link || !resource) throw over()
  const perms = (await services.permissionsOf(link.maker)) ?? []
  if (!perms.includes(`u-${resource.area}`)) throw over()
  const row = await services.records.find(resource, String(link.record), 'staff')
  if (!row || row.status === 'deleted') throw over()
  const { draft, keptAt } = await draftOver(services, link)
  const valueOf = (name: string | undefined) => (name === undefined ? '' : textOf(draft[name] ?? row[name]))
  const { content, css } = await clean(`${link.id} ${String(row.version)} ${keptAt}`, {
    content: valueOf(nameOfKind(resource, 'html')),
    css: valueOf(nameOfKind(resource, 'css')),
  })
  const pictureName = nameOfKind(resource, 'picture')
  const picture = pictureName === undefined ? '' : pictureOf(row, draft, pictureName)
  return {
    link: { ...link, perms },
    name: valueOf('name'),
    excerpt: valueOf('excerpt'),
    at: row.created_at instanceof Date ? row.created_at.toISOString() : textOf(row.created_at),
    category: await categoryOf(services, resource, row, draft),
    picture: picture === '' ? null : through(token, picture),
    focus: pictureName === undefined ? '' : valueOf(`${pictureName}_focus`),
    content: through(token, content),
    css: through(token, css),
    files: new Set([content, css, picture].flatMap(keysIn)),
  }
}

/** Answers what the link of a token shows now. @throws Rejected missing once it is over, revoked, its record gone or its maker without the right */
export const openedPreviews = (services: Services): ((token: string) => Promise<Shown>) => {
  const clean = cleaning(services)
  return (token) => shownBy(services, clean, token)
}
