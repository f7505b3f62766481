import { isEmployee } from '../../domain/person.ts'
import { z } from 'zod'
import { filterNames } from '../../domain/filters.ts'
import { textOf } from '../../domain/json.ts'
import { isNamedPersonally, isSoughtPersonally, lookersAt, seesTrash, sightOf } from '../../domain/people/personal.ts'
import { accessDenied, noSuchRecord, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { refuseParameters } from '../body/fields.ts'
import { chosenNames, fieldsQuery } from '../wire/chosen.ts'
import { countsIn, countsSchema, endsSchema, readEnds } from '../wire/adapters/ends.ts'
import { sendText } from '../response-cache/bytes.ts'
import { madeAnswers } from '../response-cache/made.ts'
import { portalSchema, recordSchema, toRecord } from '../wire/record.ts'
import { endsFor, rowsFor } from '../wire/masked.ts'
import { asOf, auditors, momentQuery, previewers, recordAt, recordQuery, servicesAt } from '../wire/moment.ts'
import { portalShaped } from '../wire/adapters/reshape.ts'
import type { Row, Services } from '../server/services.ts'
import type { ListOptions } from '../../projections/list.ts'
import type { Scope } from '../../projections/scope.ts'
import { styleRoute } from './style.ts'
import {
  audienceOf,
  belongs,
  type Call,
  checkAudience,
  personOf,
  readersOf,
  type Route,
  route,
  type Session,
  signedIn,
} from '../server/route.ts'
import { keyParams, listMeta, type ListQuery, listQuery, listQueryOf, metaSchema, portalView } from '../wire/wire.ts'

/** What a list call asks of the read side. */
export const listOptions = (resource: Resource, query: ListQuery, call: Pick<Call, 'session'>) => {
  const isTrash = query.status === 'deleted'
  // Trash is for those who may fill it, and auditors (X11).
  if (isTrash && !seesTrash(resource, signedIn(call).perms)) throw new Rejected(accessDenied, 'forbidden')
  const { page, per_page: perPage, keyword, status, sort, ...others } = query
  const filters = Object.entries(others).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    page,
    perPage,
    keyword,
    status: isTrash ? '' : status,
    filters: Object.fromEntries(filters),
    scope: isTrash ? ('trash' as const) : ('staff' as const),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(resource.inbox && call.session ? { reader: personOf(call.session) } : {}),
  }
}

const missing = (resource: Resource) => noSuchRecord(resource)

/** True for employees, and for staff who ask for what employees read. @throws Rejected for staff who may read no more than that */
const isForPortal = (resource: Resource, session: Session | null, view: unknown, isThen: boolean): boolean => {
  if (!resource.portal) return false
  const isPortal = view === 'portal' || (session !== null && isEmployee(session.actor))
  const [portal, staff] = isThen ? [previewers, auditors] : [readersOf(resource), { anyOf: lookersAt(resource) }]
  checkAudience(session, isPortal ? portal : staff)
  return isPortal
}

// More than anybody puts on one page of the portal.
const mostShown = 1_000

/** What the portal shows of a resource by its call: the live record or null, or all of them where none is live. */
export const shownInPortal = async ({ records }: Pick<Services, 'records'>, resource: Resource) => {
  if (resource.live !== undefined) {
    const live = await records.live(resource)
    return live && portalShaped(resource, live)
  }
  const all = { page: 1, perPage: mostShown, keyword: '', filters: {} }
  return (await records.portalList(resource, all)).rows.map((row) => portalShaped(resource, row))
}

/** The schema of `shownInPortal`. */
export const shownSchema = (resource: Resource) =>
  resource.live === undefined ? z.array(portalSchema(resource)) : portalSchema(resource).nullable()

/** The call by which the portal asks for the live record, or for all that it shows. */
const portalCall = (services: Services, resource: Resource, call: string): Route => {
  const isOne = resource.live !== undefined
  return route({
    method: 'GET',
    url: `/utility/${call}`,
    audience: readersOf(resource),
    atMoments: previewers,
    summary: isOne
      ? `The ${resource.label.toLowerCase()} that the portal shows, or null`
      : `The ${resource.plural} that the portal shows`,
    query: momentQuery,
    response: z.object({ data: shownSchema(resource) }),
    handler: async ({ query, reply }) => {
      const data = await shownInPortal(await servicesAt(services, query.as_of), resource)
      if (isOne && data && 'version' in data) reply.header('etag', `"${String(data.version)}"`)
      return { data }
    },
  })
}

/** Of a row: that whoever asks has not opened it; nothing where nothing comes in. */
const unreadIn = async (
  { records }: Services,
  resource: Resource,
  session: Session | null,
  rows: readonly Row[],
): Promise<(row: Row) => { isUnread?: boolean }> => {
  // Auditors look at what others work off.
  if (!resource.inbox || !session || !belongs(session, { anyOf: [`r-${resource.area}`] })) return () => ({})
  const ids = rows.map(({ id }) => Number(id))
  const unread = await records.unreadAmong(resource, personOf(session), ids)
  return ({ id }) => ({ isUnread: unread.has(Number(id)) })
}

/** @throws Rejected malformed for what narrows or orders the list of staff alone: its answer would be taken for that (X24) */
const refuseOfStaff = (resource: Resource, { status, sort, ...query }: ListQuery): void => {
  const known = [...Object.keys(listQuery.shape), 'view', ...filterNames(resource, resource.portal?.filters ?? [])]
  const given = Object.keys(query).filter((name) => query[name] !== undefined && !known.includes(name))
  refuseParameters([
    ...(status === '' || status === 'active' ? [] : ['status']),
    ...(sort === undefined ? [] : ['sort']),
    ...given,
  ])
}

/** @throws Rejected forbidden for what would tell of hidden values by what it finds, or by its order */
const refuseByPersonal = (resource: Resource, { keyword, sort, ...query }: ListQuery, { perms }: Session): void => {
  if (sightOf(resource, perms) === 'whole') return
  const given = Object.keys(query).filter((name) => query[name])
  const asked = [...given, textOf(sort)].map((name) => name.replace(/^-|_(from|until)$/g, ''))
  const isTelling = (name: string) =>
    name === 'label' ? isNamedPersonally(resource) : resource.fields[name]?.isPersonal
  if ((keyword !== '' && isSoughtPersonally(resource)) || asked.some(isTelling))
    throw new Rejected(
      'What is personal can be neither searched nor sorted by without the permission to read it.',
      'forbidden',
    )
}

/** Lists and single records for staff and, where the portal shows them, in their own shape for employees (P13). */
export const readRoutes = (services: Services, resource: Resource): Route[] => {
  // The first that fits: only a row for staff says when it was changed.
  const staff = z.object({ ...recordSchema(resource).shape, ...countsSchema(services, resource) })
  const whole = z.object({ ...staff.shape, ...endsSchema(services, resource) })
  const portal = portalSchema(resource)
  const [record, one] = resource.portal ? [z.union([staff, portal]), z.union([whole, portal])] : [staff, whole]
  const styled = Object.entries(resource.fields).find(([, { kind }]) => kind === 'css')
  const atMoments = resource.portal ? previewers : auditors
  const counts = countsIn(services, resource)
  const answers = madeAnswers(services, resource, { list: staff, whole, portal })
  const listFor = async (reader: Session, then: Services, options: ListOptions) => {
    const { rows, total } = await then.records.list(resource, options)
    const unread = await unreadIn(services, resource, reader, rows)
    const seen = rowsFor(services, resource, reader)
    const data = rows.map((row) => ({ ...toRecord(resource, seen(row)), ...counts(row), ...unread(row) }))
    return { data, meta: listMeta(total, options.perPage) }
  }
  const recordFor = async (reader: Session, then: Services, key: string, scope: Scope) => {
    const found = await then.records.find(resource, key, scope)
    if (!found) throw missing(resource)
    const ends = endsFor(services, resource, await readEnds(then, resource, Number(found.id)), reader)
    return { data: toRecord(resource, rowsFor(services, resource, reader)(found), ends) }
  }
  const portalListFor = async (then: Services, options: ListOptions) => {
    const { rows, total } = await then.records.portalList(resource, options)
    return { data: rows.map((row) => portalShaped(resource, row)), meta: listMeta(total, options.perPage) }
  }
  const portalRecordFor = async (then: Services, key: string) => {
    const found = await then.records.portalRecord(resource, key)
    if (!found) throw missing(resource)
    return { data: portalShaped(resource, found) }
  }
  return [
    route({
      method: 'GET',
      url: `/${resource.name}`,
      audience: audienceOf(resource, lookersAt(resource)),
      atMoments,
      summary: `List ${resource.plural}`,
      query: listQueryOf(resource, services.resources).extend({ as_of: asOf, fields: fieldsQuery }),
      response: z.object({ data: z.array(record), meta: metaSchema }),
      handler: async ({ query: { as_of: asked, fields, ...query }, session, request, reply }) => {
        const options = listOptions(resource, query, { session })
        const isPortal = isForPortal(resource, session, query.view, asked !== undefined)
        const then = await servicesAt(services, asked)
        const reader = signedIn({ session })
        if (isPortal) {
          refuseOfStaff(resource, query)
          const reads = { reader, at: then, chosen: chosenNames(resource, portal, fields) }
          const make = () => portalListFor(then, options)
          return sendText(request, reply, await answers.portalList(reads, options, make))
        }
        refuseByPersonal(resource, query, reader)
        const reads = { reader, at: then, chosen: chosenNames(resource, staff, fields) }
        const make = () => listFor(reader, then, options)
        return sendText(request, reply, await answers.list(reads, options, make))
      },
    }),
    route({
      method: 'GET',
      url: `/${resource.name}/:key`,
      audience: audienceOf(resource, lookersAt(resource)),
      atMoments,
      summary: `One of the ${resource.plural}, by id or slug`,
      params: keyParams,
      query: recordQuery.extend({ fields: fieldsQuery, ...(resource.portal ? { view: portalView } : {}) }),
      response: z.object({ data: one }),
      handler: async ({ params, query, session, request, reply }) => {
        const isThen = query.as_of !== undefined || query.version !== undefined
        const isPortal = isForPortal(resource, session, 'view' in query ? query.view : undefined, isThen)
        const { at: then, key } = await recordAt(services, resource, params.key, query)
        const reader = signedIn({ session })
        const scope = query.version === undefined ? 'staff' : 'all'
        const reads = { reader, at: then, chosen: chosenNames(resource, isPortal ? portal : whole, query.fields) }
        const { version, ...text } = isPortal
          ? await answers.portalRecord(reads, key, () => portalRecordFor(then, key))
          : await answers.record(reads, { key, scope }, () => recordFor(reader, then, key, scope))
        reply.header('etag', `"${version}"`)
        return sendText(request, reply, text)
      },
    }),
    ...(resource.portal?.call === undefined ? [] : [portalCall(services, resource, resource.portal.call)]),
    ...(styled ? [styleRoute(services, resource, styled[0])] : []),
  ]
}
