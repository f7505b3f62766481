import type { Page } from 'playwright-core'

/** Opens an address in a signed-in page with only the scripts that the address names; the others come with `release`. */
export const openBarePage = async (page: Page, at: string) => {
  const named = new Set<string>()
  const held = new Set<string>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === at,
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      for (const [, file = ''] of html.matchAll(/(?:href|src)="([^"]+\.js)"/g)) named.add(file)
      await route.fulfill({ response: answer, body: html })
    },
  )
  await page.route(/\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!named.has(pathname)) {
      held.add(pathname)
      await released
    }
    await route.continue()
  })
  await page.goto(at)
  return { named, held, release }
}
