import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Draft, DraftPlace } from '../../ui-shared/drafts.ts'
import { openBrowser } from '../admin-ui/editor/browser.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())

const removeAll = (owners: readonly string[]) =>
  open.page.evaluate((all) => Promise.all(all.map((one) => window.harness.drafts.removeDraftsOf(one))), owners)
beforeEach(() => removeAll(['1', '12', 'employee-1']))

const place = (record: string, tab: string, owner = '1'): DraftPlace => ({ owner, record, tab })
const draftOf = (name: string, at = '2026-11-23T10:00:00.000Z'): Draft => ({
  values: { name },
  before: { name: '' },
  version: 1,
  at,
})
const save = (where: DraftPlace, draft: Draft) =>
  open.page.evaluate(([at, what]) => window.harness.drafts.saveDraft(at, what), [where, draft] as const)
const kept = async (record: string, owner = '1', now = '2026-11-23T12:00:00.000Z') => {
  const found = await open.page.evaluate(([of, at]) => window.harness.drafts.loadDrafts(of, new Date(at)), [
    { owner, record },
    now,
  ] as const)
  return found.map(({ tab, draft }) => `${tab}: ${String(draft.values.name)}`)
}

it('keeps one draft of a record for each tab, newest first, and removes that of one tab alone', async () => {
  await save(place('post/4', 'a'), draftOf('Of a'))
  await save(place('post/4', 'b'), draftOf('Of b', '2026-11-23T10:05:00.000Z'))
  await save(place('post/42', 'c'), draftOf('Of another post'))
  await save(place('post/4', 'd', '12'), draftOf('Of another person'))
  await save(place('post/4', 'e', 'employee-1'), draftOf('Of an employee'))
  expect(await kept('post/4')).toEqual(['b: Of b', 'a: Of a'])
  await open.page.evaluate((at) => window.harness.drafts.removeDraft(at), place('post/4', 'b'))
  expect(await kept('post/4')).toEqual(['a: Of a'])
  expect(await open.page.evaluate(() => window.harness.drafts.countDrafts('1'))).toBe(2)
  await removeAll(['1'])
  expect(await kept('post/4', '12')).toEqual(['d: Of another person'])
  expect(await kept('post/4', 'employee-1')).toEqual(['e: Of an employee'])
})

// As on a machine that is so busy that a page is gone before the database of its browser has written anything.
const leave = (where: DraftPlace, draft: Draft) =>
  open.page.evaluate(
    async ([at, what]) => {
      const { transaction } = IDBDatabase.prototype
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('the page is gone', 'AbortError')
      }
      await window.harness.drafts.saveDraft(at, what).catch(() => undefined)
      IDBDatabase.prototype.transaction = transaction
    },
    [where, draft] as const,
  )
const heldCount = () => open.page.evaluate(() => Object.keys(localStorage).length)

it('finds what a page had no time to write, unless something newer is there', async () => {
  await save(place('post/4', 'a'), draftOf('Before'))
  await leave(place('post/4', 'a'), draftOf('At the last moment', '2026-11-23T10:00:01.000Z'))
  await leave(place('post/42', 'a'), draftOf('Of another post'))
  await leave(place('post/4', 'b'), draftOf('Of before', '2026-11-23T09:00:00.000Z'))
  await save(place('post/5', 'a'), draftOf('Newer', '2026-11-23T10:00:02.000Z'))
  await leave(place('post/5', 'a'), draftOf('Older', '2026-11-23T10:00:01.000Z'))
  expect(await kept('post/4')).toEqual(['a: At the last moment', 'b: Of before'])
  expect(await kept('post/5')).toEqual(['a: Newer'])
  expect(await kept('post/42')).toEqual(['a: Of another post'])
  expect(await heldCount()).toBe(0)
})

it('forgets what was not written with what is removed, and with all else of a person at sign-out', async () => {
  await leave(place('post/4', 'a'), draftOf('Removed'))
  await open.page.evaluate((at) => window.harness.drafts.removeDraft(at), place('post/4', 'a'))
  await leave(place('post/4', 'b'), draftOf('Left behind'))
  await leave(place('post/4', 'c', '12'), draftOf('Of another person'))
  await removeAll(['1'])
  expect(await heldCount()).toBe(1)
  expect(await kept('post/4')).toEqual([])
  expect(await kept('post/4', '12')).toEqual(['c: Of another person'])
})

it('finds what is kept beside something that cannot be read', async () => {
  await leave(place('post/4', 'a'), draftOf('Held'))
  await open.page.evaluate(() => localStorage.setItem('atrium.draft/1/post/4/b', '{'))
  expect(await kept('post/4')).toEqual(['a: Held'])
  await open.page.evaluate(() => localStorage.clear())
})

it('holds nothing back once it is written', async () => {
  await save(place('post/4', 'a'), draftOf('Written'))
  expect(await heldCount()).toBe(0)
})

it('finds what was kept before each tab had its own', async () => {
  await save(place('post/4', ''), draftOf('Of before'))
  expect(await kept('post/4')).toEqual([': Of before'])
})

it('gives a draft to one of two tabs that ask for it at once', async () => {
  await save(place('post/4', 'gone'), draftOf('Left behind'))
  const second = await open.context.newPage()
  await second.goto(open.page.url())
  await second.waitForFunction(() => 'harness' in window)
  const ask = (page: Page, tab: string) =>
    page.evaluate(([from, to]) => window.harness.drafts.moveDraft(from, to), [place('post/4', 'gone'), tab] as const)
  const given = await Promise.all([ask(open.page, 'x'), ask(second, 'y')])
  expect(given.toSorted()).toEqual([false, true])
  expect(await kept('post/4')).toEqual([`${given[0] ? 'x' : 'y'}: Left behind`])
  await second.close()
})

it('offers nothing older than 30 days, and removes it', async () => {
  await save(place('post/4', 'a'), draftOf('Old', '2026-10-24T11:59:59.000Z'))
  await save(place('post/4', 'b'), draftOf('Younger', '2026-10-24T12:00:01.000Z'))
  expect(await kept('post/4')).toEqual(['b: Younger'])
  await open.page.evaluate((now) => window.harness.drafts.removeOldDrafts('1', new Date(now)), '2026-11-23T12:00:00Z')
  expect(await kept('post/4', '1', '2026-10-24T12:00:02.000Z')).toEqual(['b: Younger'])
})

it('tells which tabs are open: each has an id of its own, also a duplicate, and none once it is closed', async () => {
  const first = await open.page.evaluate(() => window.harness.tab.tabId())
  const opening = open.context.waitForEvent('page')
  // A window that a page opens begins with a copy of its storage, as a duplicate does.
  await open.page.evaluate(() => void window.open(location.href))
  const duplicate = await opening
  await duplicate.waitForFunction(() => 'harness' in window)
  const second = await duplicate.evaluate(() => window.harness.tab.tabId())
  expect(second).not.toBe(first)
  const openNow = () => open.page.evaluate(() => window.harness.tab.openTabs())
  expect(await openNow()).toEqual(expect.arrayContaining([first, second]))
  await duplicate.close()
  await expect.poll(openNow).toEqual([first])
})
