import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../domain/catalog.ts'
import { wordsOf } from '../../../domain/json.ts'
import { activeWith } from '../../../domain/portal/declaration.ts'
import type { Resource } from '../../../domain/resource.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { sampleOf } from '../../support/samples.ts'

type Kind =
  | 'shown'
  | 'inactive'
  | 'deleted'
  | 'early'
  | 'over'
  | 'hidden'
  | 'inactive and hidden'
  | 'deleted and hidden'
type Made = { kind: Kind; id: number; slug: string | null; label: string }

const inPortal = resources.filter(({ portal }) => portal !== undefined)
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

let atrium: TestAtrium
let employee: Client
const made = new Map<string, Made[]>()

/** What is in force at all: listed, found, and read by its address. */
const isListed = ({ kind }: Made) => kind === 'shown'
// A record whose reference is inactive is readable by its address and from its neighbours (docs/decisions/content/0051).
const isReadable = ({ kind }: Made) => kind === 'shown' || kind === 'hidden'

const kindsOf = (resource: Resource): Kind[] => [
  'shown',
  'inactive',
  'deleted',
  'shown',
  ...(resource.activeBetween ? (['early', 'over'] as const) : []),
  ...(activeWith(resource).length > 0
    ? (['hidden', 'inactive and hidden', 'deleted and hidden', 'hidden'] as const)
    : []),
  'inactive',
  'deleted',
  'shown',
]

/** The references that hide a record while they are inactive: one record of each that will be, one that stays active. */
const targets = new Map<string, { active: number; inactive: number }>()

const spanOf = ({ activeBetween }: Resource, kind: Kind): Record<string, unknown> => {
  const [from, until] = activeBetween ?? []
  if (from === undefined || until === undefined) return {}
  if (kind === 'early') return { [from]: inHours(1), [until]: inHours(2) }
  if (kind === 'over') return { [from]: inHours(-2), [until]: inHours(-1) }
  return { [from]: inHours(-1), [until]: inHours(1) }
}

const referencesOf = (resource: Resource, kind: Kind): Record<string, unknown> => {
  const names = activeWith(resource)
  const which = kind.endsWith('hidden') ? 'inactive' : 'active'
  return Object.fromEntries(names.map((name) => [name, targets.get(`${resource.name} ${name}`)?.[which]]))
}

const make = async (resource: Resource, kind: Kind, number: number): Promise<Made> => {
  const label = `Visibility ${resource.name} ${number}`
  const named = Object.fromEntries(resource.recordLabel.map((name) => [name, label]))
  const values = { ...sampleOf(resource), ...named, ...spanOf(resource, kind), ...referencesOf(resource, kind) }
  const { id } = await atrium.run(resource, 'create', 'parent' in values ? { ...values, parent: null } : values)
  if (id === undefined) throw new Error(`${label} has no id`)
  if (resource.verbs.feature) await atrium.run(resource, 'feature', {}, id)
  if (kind.startsWith('inactive')) await atrium.run(resource, 'deactivate', {}, id)
  if (kind.startsWith('deleted')) await atrium.run(resource, 'delete', {}, id)
  const { rows } = await atrium.services.pool.query<{ slug: string | null }>(
    `select slug from "${resource.name}" where id = ${id}`,
  )
  return { kind, id, slug: rows[0]?.slug ?? null, label }
}

const target = async (resource: Resource, name: string) => {
  const to = resources.find((one) => one.name === resource.fields[name]?.references)
  if (!to) throw new Error(`${resource.name}.${name} points at nothing`)
  const create = async (label: string) => {
    const { id } = await atrium.run(to, 'create', { ...sampleOf(to), [to.recordLabel[0] ?? '']: label })
    return id ?? 0
  }
  const pair = {
    active: await create(`In force for ${resource.name}`),
    inactive: await create(`Not for ${resource.name}`),
  }
  targets.set(`${resource.name} ${name}`, pair)
  return async () => void (await atrium.run(to, 'deactivate', {}, pair.inactive))
}

beforeAll(async () => {
  atrium = await openTestAtrium()
  employee = await atrium.asEmployee()
  for (const resource of inPortal) {
    const deactivations = []
    for (const name of activeWith(resource)) deactivations.push(await target(resource, name))
    const records: Made[] = []
    for (const [number, kind] of kindsOf(resource).entries()) records.push(await make(resource, kind, number))
    for (const deactivate of deactivations) await deactivate()
    made.set(resource.name, records)
  }
}, 120_000)
afterAll(() => atrium.close())

const get = async (path: string) => employee.call('GET', path)
const idsOf = (data: readonly { id: number }[]) => data.map(({ id }) => id).sort((one, other) => one - other)
/** Every row of a list, page by page, and the total that its last page names. */
const allOf = async (path: string): Promise<[{ id: number }[], number]> => {
  const rows: { id: number }[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await get(`${path}&page=${page}`)).body
    rows.push(...data)
    if (page >= meta.total_page) return [rows, meta.total_item]
  }
}

/** Of some rows the ids of the records made here; a fresh system has items of its own. */
const madeAmong = ({ name }: Resource, rows: readonly { id: number }[]) =>
  idsOf(rows).filter((id) => (made.get(name) ?? []).some((one) => one.id === id))
const listedOf = (resource: Resource) => (made.get(resource.name) ?? []).filter(isListed)

it('saw resources with spans, references, neighbours and one live record', () => {
  const kinds = [...made.values()].flat().map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(8)
  expect(inPortal.length).toBeGreaterThan(4)
  expect(inPortal.filter(({ portal }) => portal?.neighboursBy).length).toBeGreaterThan(1)
  expect(inPortal.filter(({ live }) => live).length).toBeGreaterThan(1)
})

describe.each(inPortal.map((resource) => [resource.name, resource] as const))('employees and %s', (name, resource) => {
  it('find in lists what is in force, and its number, whole, by a word, by a filter and page by page', async () => {
    const wanted = idsOf(listedOf(resource))
    const filters = (resource.portal?.filters ?? []).map((filter) => {
      const { references } = resource.fields[filter] ?? {}
      const value = references ? targets.get(`${name} ${filter}`)?.active : sampleOf(resource)[filter]
      return `${filter}=${wordsOf(value)}`
    })
    const isSearched = resource.list.search.includes(resource.recordLabel[0] ?? '')
    for (const query of ['', ...(isSearched ? ['keyword=Visibility'] : []), ...filters]) {
      const [rows, total] = await allOf(`/api/${name}?per_page=4&${query}`)
      expect(madeAmong(resource, rows), query).toEqual(wanted)
      expect(total, query).toBe(rows.length)
    }
  })

  it('read by id and address what is in force, with its styles', async () => {
    const isStyled = Object.values(resource.fields).some(({ kind }) => kind === 'css')
    for (const one of made.get(name) ?? []) {
      const keys = [String(one.id), ...(one.slug === null ? [] : [one.slug])]
      for (const key of keys) {
        const status = isReadable(one) ? 200 : 404
        expect((await get(`/api/${name}/${key}`)).status, `${one.kind} ${key}`).toBe(status)
        if (isStyled) expect((await get(`/api/${name}/${key}/style.css`)).status, `${one.kind} ${key}`).toBe(status)
      }
    }
  })

  it('step from each record to the next that they may read', async () => {
    if (resource.portal?.neighboursBy === undefined) return
    const readable = (made.get(name) ?? []).filter(isReadable)
    for (const [at, one] of readable.entries()) {
      const { data } = (await get(`/api/${name}/${one.id}`)).body
      const near = (of: Made | undefined) => (of ? { slug: of.slug, name: of.label } : null)
      expect([data.next_page, data.previous_page], one.label).toEqual([near(readable[at - 1]), near(readable[at + 1])])
    }
  })

  it('get from the call of the portal what is in force', async () => {
    const { call } = resource.portal ?? {}
    if (call === undefined) return
    const { data } = (await get(`/api/utility/${call}`)).body
    const wanted = listedOf(resource)
    if (resource.live !== undefined) return expect(data.id).toBe(lastLive(resource)?.id)
    expect(madeAmong(resource, data)).toEqual(idsOf(wanted))
  })

  it('find by the search what is in force', async () => {
    if (!resource.portalSearch) return
    for (const words of ['Visibility', 'Visibilty']) {
      const { data } = (await get(`/api/search?q=${encodeURIComponent(words)}`)).body
      const found = data.filter((hit: { resource: string }) => hit.resource === name)
      expect(idsOf(found), words).toEqual(idsOf(listedOf(resource)))
    }
  })
})

// The newest of those that are active: that its reference is not takes it from lists alone.
const lastLive = (resource: Resource) => (made.get(resource.name) ?? []).filter(isReadable).at(-1)
