import { openPage, settled, watchRequests } from './browser.ts'
import { administrator, signInPage } from './sign-in-page.ts'
import type { openStage } from './stage.ts'

/** Opens an address of the back office with only the scripts that its page names; the others come with `release`. */
export const openBarePage = async (stage: ReturnType<typeof openStage>, at: string) => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(page)
  const named = new Set<string>()
  const held = new Set<string>()
  let release = () => {}
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const fresh = await context.newPage()
  watchRequests(fresh)
  await fresh.route(
    (url) => url.pathname === at,
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      for (const [, file = ''] of html.matchAll(/(?:href|src)="([^"]+\.js)"/g)) named.add(file)
      await route.fulfill({ response: answer, body: html })
    },
  )
  await fresh.route(/\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!named.has(pathname)) {
      held.add(pathname)
      await promise
    }
    await route.continue()
  })
  await fresh.goto(at)
  return { page: fresh, context, faults, named, held, release }
}
