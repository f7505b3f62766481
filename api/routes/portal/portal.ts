import { z } from 'zod'
import { banner } from '../../../domain/resources/banner.ts'
import { flash } from '../../../domain/resources/flash.ts'
import { popup } from '../../../domain/resources/popup.ts'
import { post } from '../../../domain/resources/post.ts'
import { batchedCalls } from '../../../platform/batched-calls.ts'
import type { Services } from '../../services.ts'
import { type Route, route } from '../../route.ts'
import { portalConfig, portalConfigSchema } from '../configuration.ts'
import { menuEntrySchema, portalMenu } from '../menubar.ts'
import { shownInPortal, shownSchema } from '../read.ts'

const answered = z.object({
  data: z.object({
    config: portalConfigSchema,
    menu: z.array(menuEntrySchema),
    banners: shownSchema(banner),
    featured: shownSchema(post),
    news: shownSchema(flash),
    popup: shownSchema(popup),
  }),
})

const load = async (services: Services): Promise<string> => {
  const [config, menu, banners, featured, news, shownPopup] = await Promise.all([
    portalConfig(services),
    portalMenu(services),
    shownInPortal(services, banner),
    shownInPortal(services, post),
    shownInPortal(services, flash),
    shownInPortal(services, popup),
  ])
  return JSON.stringify(answered.parse({ data: { config, menu, banners, featured, news, popup: shownPopup } }))
}

// Banners, news and popups come and go by the clock as well.
const longestKept = 1_000

/**
 * What every employee reads alike. Calls of a moment share one look at where the read models stand; what they hold is read and
 * written out anew when that has moved, so no answer is older than the call.
 */
const sharedAnswer = (services: Services) => {
  let kept = { standing: '', until: 0, text: '' }
  const ask = batchedCalls<{ bytes: number }, { text: string }>(async (asked) => {
    const standing = await services.projector.standing()
    if (standing !== kept.standing || Date.now() > kept.until)
      kept = { standing, until: Date.now() + longestKept, text: await load(services) }
    return asked.map(() => ({ text: kept.text }))
  }, true)
  return async () => (await ask({ bytes: 0 })).text
}

/** What each page of the portal stands on, in one call. */
export const portalRoutes = (services: Services): Route[] => {
  const answer = sharedAnswer(services)
  return [
    route({
      method: 'GET',
      url: '/utility/portal',
      audience: { anyOf: ['r-homepage'], employees: true },
      summary: 'Settings, menu, banners, featured post, news and popup of the portal',
      response: answered,
      handler: async ({ reply }) => {
        reply.type('application/json; charset=utf-8')
        return answer()
      },
    }),
  ]
}
