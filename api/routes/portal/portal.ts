import { z } from 'zod'
import { banner } from '../../../domain/resources/banner.ts'
import { flash } from '../../../domain/resources/flash.ts'
import { popup } from '../../../domain/resources/popup.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Services } from '../../server/services.ts'
import { type Bytes, bytesOf, sendBytes } from '../../response-cache/bytes.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { portalConfig, portalConfigSchema } from '../configuration.ts'
import { menuEntrySchema, portalMenu } from '../menubar.ts'
import { momentQuery, previewers, servicesAt } from '../../wire/moment.ts'
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
const longestCached = 60_000

/** `until` by the monotonic clock, in milliseconds. */
type Cached = { readModelVersion: string; until: number; bytes: Bytes }

/**
 * What every employee reads alike, as bytes. They are cached until the read models have moved, or the clock changes what is shown.
 * The caller says where the read models stood once the call had come in, so no answer is older than the call.
 */
const sharedAnswer = (services: Services) => {
  let cached: Cached | null = null
  const loading = new Map<string, Promise<Bytes>>()

  const loadAt = async (readModelVersion: string): Promise<Bytes> => {
    const began = performance.now()
    // Before the contents: what comes or goes meanwhile is loaded again.
    const changesIn = await services.records.changesByClockIn([banner, flash, popup])
    const bytes = await load(services)
    cached = { readModelVersion, until: began + Math.min(changesIn, longestCached), bytes }
    return bytes
  }

  const atHand = (readModelVersion: string | null): Bytes | null =>
    cached && cached.readModelVersion === readModelVersion && performance.now() < cached.until ? cached.bytes : null

  const answerAt = async (readModelVersion: string): Promise<Bytes> => {
    const found = atHand(readModelVersion) ?? loading.get(readModelVersion)
    if (found) return found
    const begun = loadAt(readModelVersion).finally(() => loading.delete(readModelVersion))
    loading.set(readModelVersion, begun)
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
      atMoments: previewers,
      query: momentQuery,
      summary: 'Settings, menu, banners, featured post, news and popup of the portal',
      response: answered,
      cached: ({ readModelVersion }) => atHand(readModelVersion),
      handler: async (call) => {
        const { as_of: moment } = call.query
        if (moment !== undefined)
          return sendBytes(call.request, call.reply, await load(await servicesAt(services, moment)))
        const readModelVersion = signedIn(call).readModelVersion ?? (await services.projector.readModelVersion())
        return sendBytes(call.request, call.reply, await answerAt(readModelVersion))
      },
    }),
  ]
}
