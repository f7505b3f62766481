import { expect, test } from 'vitest'
import { choose } from '../../ui-shared/kept/kept.ts'
import { draftPlace } from '../../admin-ui/edit/drafts/use-draft.ts'
import { resources } from '../../domain/catalog.ts'
import { type Copy, ownerOf } from '../../ui-shared/drafts.ts'

const owner = ownerOf({ type: 'user', id: 1 })

test('keeps no draft of forms about people, and one of every other form for each tab', () => {
  const about = resources.filter(({ isPerson }) => isPerson)
  expect(about.length).toBeGreaterThan(1)
  for (const resource of about) {
    expect(draftPlace(resource, owner, { id: 7, tab: 'a' })).toBeNull()
    expect(draftPlace(resource, owner, { id: null, tab: 'a' })).toBeNull()
  }
  for (const resource of resources.filter(({ isPerson }) => !isPerson)) {
    const placeOf = (id: number | null, like?: number) => draftPlace(resource, owner, { id, tab: 'a', like })
    expect(placeOf(7)).toEqual({ owner, record: `${resource.name}/7`, tab: 'a' })
    expect(placeOf(null)).toEqual({ owner, record: `${resource.name}/new`, tab: 'a' })
    expect(placeOf(null, 7)).toEqual({ owner, record: `${resource.name}/new`, tab: 'a-7' })
  }
})

test('tells a user from the employee of the same number', () => {
  expect(ownerOf({ type: 'user', id: 7 })).not.toBe(ownerOf({ type: 'employee', id: 7 }))
})

const copyOf = (tab: string, minute: number): Copy => {
  const at = `2026-11-23T10:${minute}:00.000Z`
  return { tab, draft: { values: { name: tab }, before: { name: '' }, version: 1, at } }
}
const tabsOf = (copies: readonly Copy[]) => copies.map(({ tab }) => tab)

test.each([
  { of: 'a reload', own: 'b', open: ['b', 'c'], mine: 'b', others: ['d', 'c', 'a'] },
  { of: 'a record whose tab crashed', own: 'e', open: ['d', 'e'], mine: 'c', others: ['d', 'b', 'a'] },
  { of: 'a record open in other tabs', own: 'e', open: ['a', 'b', 'c', 'd', 'e'], others: ['d', 'c', 'b', 'a'] },
  { of: 'a browser that does not say which tabs are open', own: 'e', open: null, others: ['d', 'c', 'b', 'a'] },
  { of: 'a new record', own: 'e', open: ['e'], isNew: true, others: ['d', 'c', 'b', 'a'] },
  { of: 'a duplicate', own: 'a-7', open: ['a'], isNew: true, others: ['d', 'c', 'b', 'a'] },
])('goes on with one draft and offers the others, newest first: $of', ({ own, open, isNew = false, mine, others }) => {
  const copies = [copyOf('d', 40), copyOf('c', 30), copyOf('b', 20), copyOf('a', 10)]
  const chosen = choose(copies, { own, open, isNew })
  expect(chosen.mine?.tab).toBe(mine)
  expect(tabsOf(chosen.others)).toEqual(others)
})

test('takes over what a closed tab left, and no duplicate of one that is open', () => {
  const copies = [copyOf('a-7', 10)]
  expect(choose(copies, { own: 'b', open: ['a', 'b'], isNew: false }).mine).toBeUndefined()
  expect(choose(copies, { own: 'b', open: ['b'], isNew: false }).mine?.tab).toBe('a-7')
  // Kept by a version in which a record had one draft for all tabs.
  expect(choose([copyOf('', 10)], { own: 'b', open: ['b'], isNew: false }).mine?.tab).toBe('')
})
