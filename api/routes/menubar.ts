import { z } from 'zod'
import { editors } from '../../commands/authorise.ts'
import { asJson, isObject } from '../../domain/json.ts'
import { isoPage } from '../../domain/resources/page.ts'
import {
  contentOf,
  type Entry as Node,
  isBroken,
  menubar,
  menuTargets,
  reachable,
} from '../../domain/resources/menubar.ts'
import type { MenuContent } from '../../projections/menu.ts'
import { type Sent, readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import type { Services } from '../server/services.ts'
import { type Call, type Route, route } from '../server/route.ts'
import { auditors, momentQuery, previewers, recordAt, recordQuery, servicesAt } from '../wire/moment.ts'
import { writeSchema } from '../wire/wire.ts'
import { runWrite } from '../writes/write.ts'
import type { AnsweredPart } from '../../domain/fields/values.ts'
import { singletonId } from '../../domain/resource.ts'

type Marked = Omit<Node, 'children'> & { address: string; isBroken: boolean; children: Marked[] }
type Shown = { name: string; url: string; outbound: boolean; children: Shown[] }

const nodeSchema: z.ZodType<Node> = z.object({
  id: z.number(),
  title: z.string(),
  type: z.string(),
  content_id: z.number().nullable(),
  url: z.string(),
  new_tab: z.boolean(),
  children: z.array(z.lazy(() => nodeSchema)),
})
const trees = z.array(nodeSchema)

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** The entries with where they lead as things are now (C10, C11). */
const marked = (nodes: readonly Node[], contents: ReadonlyMap<string, MenuContent>): Marked[] =>
  nodes.map((node) => {
    const { type, url } = node
    const content = contents.get(contentOf(node) ?? '')
    const own = content && (type === 'post' ? `/post/${content.slug}` : `/${content.slug}`)
    return {
      ...node,
      address: url || own || (menuTargets[type] ?? '/'),
      isBroken: isBroken(node, content?.isActive ?? false),
      children: marked(node.children, contents),
    }
  })

const shownOf = ({ title, address, new_tab: outbound, children }: Marked): Shown => ({
  name: title,
  url: address,
  outbound,
  children: children.map(shownOf),
})

const known = ['id', ...Object.keys(menubar.fields.menubar.fields ?? {})]

// The entry of the ISO Center comes with the bare name of its page (docs/specification/site.md#menu), which is where it leads anyway.
const urlOf = ({ type, url }: AnsweredPart<Node>): unknown =>
  type === 'isoform' && url === isoPage.slug ? '' : (url ?? '')

/** An entry as it was sent, without what only the client that drew it needs. */
const entryOf = (node: unknown): unknown => {
  if (!isObject(node)) return node
  const own = Object.fromEntries(Object.entries(node).filter(([name]) => known.includes(name)))
  return {
    ...own,
    url: urlOf(node),
    new_tab: node.new_tab ?? false,
    children: Array.isArray(node.children) ? node.children.map(entryOf) : [],
  } satisfies AnsweredPart<Node>
}

/** The tree as it was sent: bare, or under `menubar` with the version that it was made from (X23). */
const sentBy = async ({ request }: Pick<Call, 'request'>): Promise<Sent> => {
  const sent: Sent = Array.isArray(request.body)
    ? { fields: { menubar: request.body }, files: {}, fingerprint: request.bodyHash }
    : await readSent(request)
  const { version, menubar: tree } = sent.fields
  const nodes = asJson(tree)
  if (typeof version === 'number' || typeof version === 'string') request.headers['if-match'] ??= String(version)
  return { ...sent, fields: { menubar: Array.isArray(nodes) ? nodes.map(entryOf) : nodes } }
}

const stored = async (services: Services) => {
  const found = await services.records.find(menubar, String(singletonId), 'staff')
  const nodes = trees.parse(found?.menubar ?? [])
  const idsOf = (type: string) =>
    flat(nodes).flatMap((node) => (node.type === type && node.content_id ? [node.content_id] : []))
  const contents = await services.records.menuContents(idsOf('post'), [...idsOf('page'), isoPage.id])
  const byName = new Map(contents.map((one) => [`${one.type}-${one.id}`, one]))
  return { nodes, contents: byName, version: Number(found?.version ?? 0) }
}

const source = z.object({ id: z.number(), name: z.string().nullable() })
// Entries below are like their parents; the document of the API has no name for that.
/** An entry of the menu as the portal shows it. */
export const menuEntrySchema = z.object({
  name: z.string(),
  url: z.string(),
  outbound: z.boolean(),
  children: z.array(z.unknown()),
})

/** The menu as employees read it (`menuEntrySchema`). */
export const portalMenu = async (services: Services) => {
  const { nodes, contents } = await stored(services)
  return reachable(marked(nodes, contents)).map(shownOf)
}

/** The menu of the portal: its sources and tree for staff, and what employees see of it (docs/specification/wire.md#calls). */
export const menubarRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/menubar_data',
    audience: { anyOf: ['r-menubar'] },
    atMoments: auditors,
    query: recordQuery,
    summary: 'The menu, where its entries lead, and what may be added to it',
    response: z.object({
      data: z.object({
        available: z.object({ posts: z.array(source), pages: z.array(source) }),
        menubar: z.array(z.looseObject({})),
        version: z.number(),
      }),
    }),
    handler: async ({ query, reply }) => {
      const { at: then } = await recordAt(services, menubar, String(singletonId), query)
      const [{ nodes, contents, version }, sources] = await Promise.all([stored(then), then.records.menuSources()])
      const of = (type: string) => sources.filter((one) => one.type === type).map(({ id, name }) => ({ id, name }))
      reply.header('etag', `"${version}"`)
      return {
        data: { available: { posts: of('post'), pages: of('page') }, menubar: marked(nodes, contents), version },
      }
    },
  }),
  route({
    method: 'POST',
    url: '/utility/menubar_data',
    audience: { anyOf: editors(menubar) },
    summary: 'Save the whole menu',
    sends: z.union([
      z.array(z.looseObject({})),
      z.object({ menubar: z.array(z.looseObject({})), version: z.int().optional() }),
    ]),
    takes: sizeOf(menubar),
    response: writeSchema,
    handler: async (call) => runWrite(services, call, menubar, 'edit', singletonId, await sentBy(call)),
  }),
  route({
    method: 'GET',
    url: '/utility/menubar_parsed',
    audience: { anyOf: ['r-menubar', 'r-homepage'], employees: true },
    atMoments: previewers,
    query: momentQuery,
    summary: 'The menu of the portal',
    response: z.object({ data: z.array(menuEntrySchema) }),
    handler: async ({ query }) => ({ data: await portalMenu(await servicesAt(services, query.as_of)) }),
  }),
]
