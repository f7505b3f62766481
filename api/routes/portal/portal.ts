import { z } from 'zod'
import { banner } from '../../../domain/resources/banner.ts'
import { flash } from '../../../domain/resources/flash.ts'
import { popup } from '../../../domain/resources/popup.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Services } from '../../server/services.ts'
import { type Bytes, bytesOf, sendBytes } from '../../kept/bytes.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
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

const load = async (services: Services): Promise<Bytes> => {
  const [config, menu, banners, featured, news, shownPopup] = await Promise.all([
    portalConfig(services),
    portalMenu(services),
    shownInPortal(services, banner),
    shownInPortal(services, post),
    shownInPortal(services, flash),
    shownInPortal(services, popup),
  ])
  return bytesOf(JSON.stringify(answered.parse({ data: { config, menu, banners, featured, news, popup: shownPopup } })))
}

// A clock that was set anew is noticed after so long.
const longestKept = 60_000

/** `until` by the monotonic clock, in milliseconds. */
type Kept = { standing: string; until: number; bytes: Bytes }

/**
 * What every employee reads alike, as bytes. They are kept until the read models have moved, or the clock changes what is shown.
 * The caller says where the read models stood once the call had come in, so no answer is older than the call.
 */
const sharedAnswer = (services: Services) => {
  let kept: Kept | null = null
  const loading = new Map<string, Promise<Bytes>>()

  const loadAt = async (standing: string): Promise<Bytes> => {
    const began = performance.now()
    // Before the contents: what comes or goes meanwhile is loaded again.
    const changesIn = await services.records.changesByClockIn([banner, flash, popup])
    const bytes = await load(services)
    kept = { standing, until: began + Math.min(changesIn, longestKept), bytes }
    return bytes
  }

  const atHand = (standing: string | null): Bytes | null =>
    kept && kept.standing === standing && performance.now() < kept.until ? kept.bytes : null

  const answerAt = async (standing: string): Promise<Bytes> => {
    const found = atHand(standing) ?? loading.get(standing)
    if (found) return found
    const begun = loadAt(standing).finally(() => loading.delete(standing))
    loading.set(standing, begun)
    return begun
  }
  return { atHand, answerAt }
}

/** What each page of the portal stands on, in one call. */
export const portalRoutes = (services: Services): Route[] => {
  const { atHand, answerAt } = sharedAnswer(services)
  return [
    route({
      method: 'GET',
      url: '/utility/portal',
      audience: { anyOf: ['r-homepage'], employees: true },
      summary: 'Settings, menu, banners, featured post, news and popup of the portal',
      response: answered,
      kept: ({ standing }) => atHand(standing),
      handler: async (call) => {
        const standing = signedIn(call).standing ?? (await services.projector.standing())
        return sendBytes(call.request, call.reply, await answerAt(standing))
      },
    }),
  ]
}
