import type { Page } from 'playwright-core'

/** What somebody does on a page: how the page is made ready, and the act, which is done `times` times. */
export type Act = {
  name: string
  who: 'user' | 'employee'
  path: string
  width: number
  times: number
  ready: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const rows = (page: Page) => page.getByRole('row').nth(1).waitFor()
const box = (page: Page, index: number) => page.getByRole('row').nth(index).getByRole('checkbox')
const list = { who: 'user', path: '/dashboard/post?per_page=100', width: 1440, times: 3, ready: rows } as const
const textOf = (page: Page) => page.locator('.ProseMirror').first()
const landing = { who: 'employee', path: '/', width: 360, times: 3 } as const
const search = async (page: Page, word: string) => {
  await page.getByRole('button', { name: 'Find anything' }).click()
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
  await page.keyboard.type(word, { delay: 120 })
  await page.waitForTimeout(500)
  await page.keyboard.press('Escape')
}

/** `long` and `post` are slugs: a post of 4,000 words, and one with likes and comments. */
export const actsOn = (long: string, post: string): readonly Act[] => [
  {
    name: 'typing in 4,000 words',
    who: 'user',
    path: `/dashboard/post/${long}`,
    width: 1440,
    times: 1,
    ready: async (page) => {
      await textOf(page).waitFor()
      await textOf(page).locator('p').nth(50).click()
    },
    act: (page) => page.keyboard.type('a sentence that is typed in the middle', { delay: 120 }),
  },
  {
    ...list,
    name: 'typing in the search of 100 rows',
    times: 1,
    act: async (page) => {
      await page.getByRole('searchbox').first().click()
      await page.keyboard.type('post 1234567', { delay: 200 })
    },
  },
  {
    ...list,
    name: 'ticking rows of 100',
    act: async (page) => {
      await box(page, 2).click()
      await box(page, 5).click()
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    },
  },
  {
    ...list,
    name: 'menu of a row of 100',
    act: async (page) => {
      await page.getByRole('row').nth(3).getByRole('button').last().click()
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    ...list,
    name: 'question above 100 rows',
    act: async (page) => {
      await page.getByRole('row').nth(3).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
      await page.waitForTimeout(400)
      await page.keyboard.press('Escape')
    },
  },
  {
    ...list,
    name: 'filter of 100 rows',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Status' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.waitForTimeout(700)
      await page.keyboard.press('ArrowUp')
      await page.waitForTimeout(700)
    },
  },
  {
    ...list,
    name: 'quick look',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Quick look at/ })
        .nth(2)
        .click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  { ...list, name: 'palette', act: (page) => search(page, 'safety') },
  {
    ...landing,
    name: 'search of the portal',
    ready: (page) => page.getByRole('heading', { name: 'Latest posts' }).waitFor(),
    act: (page) => search(page, 'jonas'),
  },
  {
    ...landing,
    name: 'like',
    path: `/post/${post}`,
    ready: (page) => page.getByRole('button', { name: 'Like' }).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Like' }).click()
      await page.waitForTimeout(400)
    },
  },
  {
    ...landing,
    name: 'comment',
    path: `/post/${post}`,
    times: 1,
    ready: (page) =>
      page
        .getByRole('region', { name: /^Comments/ })
        .getByRole('textbox')
        .first()
        .waitFor(),
    act: async (page) => {
      await page
        .getByRole('region', { name: /^Comments/ })
        .getByRole('textbox')
        .first()
        .click()
      await page.keyboard.type('Well done, all of you', { delay: 120 })
    },
  },
  {
    ...landing,
    name: 'choice of an item',
    path: '/request',
    ready: (page) => page.getByRole('button', { name: 'Item Select an item' }).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: /^Item/ }).first().click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(400)
      await page.keyboard.press('Escape')
    },
  },
]

type Entry = { name: string; interactionId: number; duration: number }

const observe = (): void => {
  const seen: Entry[] = []
  Object.assign(globalThis, { seen })
  new PerformanceObserver((found) => {
    // Fields that the type of an entry lacks.
    for (const { name, interactionId, duration } of found.getEntries() as unknown as Entry[])
      if (interactionId > 0) seen.push({ name, interactionId, duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** The longest milliseconds from a press, key or touch until it is painted, of each that took more than 16, with a slower processor. */
export const latencies = async (page: Page, { ready, act, times }: Act, slower: number): Promise<number[]> => {
  await ready(page)
  // What is loaded a moment after the first screen is there for whoever reads before acting.
  await page.waitForTimeout(4_000)
  await page.evaluate(observe)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  for (let time = 0; time < times; time += 1) {
    await act(page)
    await page.waitForTimeout(500)
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // What the page has kept in its own global.
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Entry[] }).seen)
  const longest = new Map<number, number>()
  for (const { interactionId, duration } of seen)
    longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
  return [...longest.values()]
}
