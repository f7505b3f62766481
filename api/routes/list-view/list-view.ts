import { z } from 'zod'
import type { ListView } from '../../../commands/list-views/list-views.ts'
import type { Action } from '../../../domain/permission.ts'
import { staff } from '../../../domain/person.ts'
import type { Resource } from '../../../domain/resource.ts'
import { accessDenied, Rejected } from '../../../domain/rejected.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { checkColumns, withKnownColumns } from '../../wire/view-columns.ts'
import { plain } from '../../wire/wire.ts'
import { once } from '../../writes/once.ts'

const unnamed = 'Name is required'
const name = z.string(unnamed).trim().min(1, unnamed).max(60, 'name has at most 60 characters')
const shareSchema = z.object({
  resource: z.string('resource is the name of a list').max(60),
  name,
  search: z.string('search is a text').max(2_000, 'search has at most 2000 characters'),
})
const params = z.object({ id: z.string().max(100) })
const viewSchema = z.object({ id: z.string(), name: z.string(), search: z.string() })

const missing = () => new Rejected('There is no such list.', 'missing')

// Readers use the views of a list, its editors make them. A view may tell of people by its keyword, so auditors, who see these masked, have none.
const check = ({ resources }: Services, call: Call, list: string, action: Action): Resource => {
  const found = resources.find((one) => one.name === list)
  if (!found || found.area === null || found.isSingleton) throw missing()
  const { perms } = signedIn(call)
  for (const needed of new Set(['r', action]))
    if (!perms.includes(`${needed}-${found.area}`)) throw new Rejected(accessDenied, 'forbidden')
  return found
}

// Which page was open is no part of a view, and neither is a moment of the past.
const kept = (search: string): string => {
  const parameters = new URLSearchParams(search)
  for (const other of ['page', 'as_of']) parameters.delete(other)
  return parameters.toString()
}

const byOf = (call: Call) => ({ actor: signedIn(call).actor, correlationId: correlationOf(call.request) })

const shown = ({ id, name: called, search }: ListView) => ({ id, name: called, search })

const changeRoutes = (services: Services): Route[] => {
  const opened = async (call: Call, id: string): Promise<ListView> => {
    const view = await services.listViews.find(id)
    if (!view) throw new Rejected('There is no such view.', 'missing')
    check(services, call, view.resource, 'u')
    return view
  }
  return [
    route({
      method: 'PUT',
      url: '/list_view/:id',
      audience: staff,
      summary: 'Rename a shared view of a list',
      params,
      sends: z.object({ name }),
      response: doneSchema,
      handler: async (call) => {
        const view = await opened(call, call.params.id)
        await services.listViews.rename(view, (await readFields(call.request, z.object({ name }))).name, byOf(call))
        return done('list_view', 'The view is renamed.')
      },
    }),
    route({
      method: 'DELETE',
      url: '/list_view/:id',
      audience: staff,
      summary: 'Remove a shared view of a list',
      params,
      response: doneSchema,
      handler: async (call) => {
        await services.listViews.remove(await opened(call, call.params.id), byOf(call))
        return done('list_view', 'The view is removed.')
      },
    }),
  ]
}

/** Views of lists that are shared (docs/decisions/ui/0192). */
export const listViewRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/list_view',
    audience: staff,
    summary: 'The views of a list that are shared',
    query: z.object({ resource: plain(60) }),
    response: z.object({ data: z.array(viewSchema) }),
    handler: async (call) => {
      const resource = check(services, call, call.query.resource, 'r')
      const views = await services.listViews.list(resource.name)
      return {
        data: views.map((view) => ({ ...shown(view), search: withKnownColumns(services, resource, view.search) })),
      }
    },
  }),
  route({
    method: 'POST',
    url: '/list_view',
    audience: staff,
    summary: 'Share a view of a list with whoever may read it',
    sends: shareSchema,
    response: z.object({ ...doneSchema.shape, data: viewSchema }),
    handler: async (call) => {
      const asked = await readFields(call.request, shareSchema)
      checkColumns(services, check(services, call, asked.resource, 'u'), [asked.search])
      return once(services, call, JSON.stringify(asked), async ({ commandId }) => {
        const view = await services.listViews.share({ ...asked, search: kept(asked.search) }, byOf(call), commandId)
        return { status: 200, body: { ...done('list_view', 'The view is shared.'), data: shown(view) } }
      })
    },
  }),
  ...changeRoutes(services),
]
