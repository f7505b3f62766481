import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import { page } from '../../domain/resources/page.ts'
import { post } from '../../domain/resources/post.ts'
import type { Resource } from '../../domain/resource.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { isSearched, type SearchScope } from '../../projections/search/search.ts'
import type { ListOptions } from '../../projections/list.ts'
import type { PortalListOptions } from '../../projections/portal.ts'
import type { Records } from '../../projections/records.ts'

/** One read of the read side. */
type Asked = (records: Records) => Promise<unknown>

type Some = Readonly<Record<string, Asked>>

const slug = 'slug-c4ca4238a0b923820dcc509a6f75849b'

const list = (options: Partial<ListOptions>, resource: Resource = post): Asked => {
  const asked: ListOptions = { page: 1, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff', ...options }
  return (records) =>
    records.answerNames(resource) ? records.listAnswer(resource, asked) : records.list(resource, asked)
}

const portal = (options: Partial<PortalListOptions>): Asked => {
  const asked: PortalListOptions = { page: 1, perPage: 20, keyword: '', filters: {}, ...options }
  return (records) => records.portalList(post, asked)
}

const trail = (options: Partial<ActivityOptions>): Asked => {
  const asked: ActivityOptions = { page: 1, perPage: 20, type: '', hidden: new Set(), ...options }
  return (records) => records.activity(asked)
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const chart = (id: number | null, above: number | null, day: string | null = null): Asked => {
  const asked = { id, above, page: 1, day, zone: 'UTC', withInactive: false, isNameless: false }
  return (records) => records.chart(asked)
}

const directory = (by: 'title' | 'division' | 'departement', keyword = '', group: number | null = null): Asked => {
  const asked = { by, keyword, group, page: 1 }
  return (records) => records.directory(asked)
}

const search = (scope: SearchScope, text: string): Asked => {
  const searched = resources.filter((resource) => isSearched(resource, scope))
  return (records) => records.search(searched, scope, text)
}

const lists: Some = {
  'list, page 1': list({}),
  'list, page 500': list({ page: 500 }),
  'list, page 2500': list({ page: 2_500 }),
  'list, oldest first, page 500': list({ page: 500, sort: 'id' }),
  'list, active, page 1': list({ status: 'active' }),
  'list, active, page 500': list({ status: 'active', page: 500 }),
  'list, inactive, page 1': list({ status: 'inactive' }),
  'list, inactive, page 100': list({ status: 'inactive', page: 100 }),
  'list, trash, page 1': list({ scope: 'trash' }),
  'list, trash, page 50': list({ scope: 'trash', page: 50 }),
  'list, keyword of one': list({ keyword: 'c4ca4238' }),
  'list, keyword of some': list({ keyword: 'c4c' }),
  'list, two letters': list({ keyword: 'c4' }),
  'list, keyword of edits': list({ keyword: 'edited' }),
  'list, by category': list({ filters: { category: '7' } }),
  'list, by category, page 50': list({ filters: { category: '7' }, page: 50 }),
  'list, by slug of a category': list({ filters: { category: slug } }),
  'list, by category, active': list({ filters: { category: '7' }, status: 'active' }),
  'list, categories': list({}, category),
  'list, pages': list({}, page),
  'list, employees': list({}, employee),
  'list, employees by name': list({ sort: 'fullname' }, employee),
  'list, employees by name, page 500': list({ sort: 'fullname', page: 500 }, employee),
  'list, employees by division': list({ filters: { division: '7' } }, employee),
  'list, employees by superior': list({ filters: { empSuper: '20' } }, employee),
  'list, employees, keyword': list({ keyword: 'c4c' }, employee),
  'every id of a category': (records) =>
    records.matching(post, { keyword: '', status: '', filters: { category: '7' }, scope: 'staff' }),
}

const others: Some = {
  counts: (records) => records.totals(resources),
  'one by id': (records) => records.answer(post, '100', 'staff'),
  'one by slug': (records) => records.answer(post, slug, 'staff'),
  'one by former slug': (records) => records.answer(post, 'old-100', 'staff'),
  'one employee': (records) => records.find(employee, '100', 'staff'),
  'search, one hit': search('staff', 'c4ca4238'),
  'search, some hits': search('staff', 'c4c'),
  'search, misspelled': search('staff', 'c4ac4238'),
  'search of the portal': search('portal', 'c4c'),
  'choices, first': (records) => records.options(employee, { limit: 101 }),
  'choices, keyword': (records) => records.options(employee, { limit: 101, keyword: 'c4c' }),
  'choices, categories': (records) => records.options(category, {}),
  'portal, page 1': portal({}),
  'portal, page 500': portal({ page: 500 }),
  'portal, category': portal({ filters: { category: '7' } }),
  'portal, category, page 50': portal({ filters: { category: '7' }, page: 50 }),
  'portal, keyword': portal({ keyword: 'c4c' }),
  'portal, one': (records) => records.portalRecord(post, slug),
  'portal, live': (records) => records.live(post),
  'chart, top': chart(null, null),
  'chart, around one': chart(500, null),
  'chart, below one': chart(null, 9),
  'chart, on a day': chart(500, null, dayAgo(85)),
  'directory by title': directory('title'),
  'directory by division': directory('division'),
  'directory by department': directory('departement'),
  'directory, one group': directory('division', '', 7),
  'directory, keyword': directory('division', 'c4c'),
  colleague: (records) => records.person(500),
  'those below': (records) => records.holdersOf(employee, 'empSuper', 20),
  'files of the library': (records) => records.files(''),
  'menu sources': (records) => records.menuSources(),
  'names of people': (records) => records.names([{ type: 'employee', id: 100 }]),
}

const ofTrail: Some = {
  'trail, page 1': trail({}),
  'trail, page 500': trail({ page: 500 }),
  'trail, changes': trail({ type: 'Changes' }),
  'trail, of a type': trail({ type: 'Create' }),
  'trail, of a kind': trail({ resource: 'post' }),
  'trail, of a person': trail({ actor: { type: 'user', id: '7' } }),
  'trail, of a record': trail({ resource: 'post', recordId: 100 }),
  'trail, field and value': trail({ resource: 'post', field: 'name', value: 'title 20' }),
  'trail, of a day': trail({ from: dayAgo(90), to: dayAgo(90) }),
  'trail, keyword': trail({ keyword: 'c4ca4238' }),
  'trail, summary': (records) => records.activitySummary('UTC', 14),
}

/** Everything that is read as of a moment, by name. */
export const everyRead: Some = { ...lists, ...others, ...ofTrail }
