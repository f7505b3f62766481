import { z } from 'zod'
import { uploadersOf } from '../../domain/library.ts'
import { readFields } from '../body/fields.ts'
import type { Services } from '../server/services.ts'
import { type Route, route } from '../server/route.ts'

const written = z.strictObject({
  content: z.string().max(400_000, 'Text is longer than 400 kB'),
  css: z.string().max(100_000, 'CSS is longer than 100 kB'),
})

/** Whoever may open a form with a text in it: who writes such texts, and who may only read them. */
const audience = ({ resources }: Pick<Services, 'resources'>) => {
  const withText = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'html'))
  return { anyOf: [...uploadersOf(resources), ...withText.map(({ area }) => `r-${area}`)] }
}

/** What readers will get of a text, before it is saved. Keeps nothing. */
export const previewRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/utility/preview',
    audience: audience(services),
    summary: 'Clean a text and scope its CSS as the portal will get them',
    sends: written,
    // Three bytes for a character, as for the forms that save such texts.
    takes: { text: 1_520_000, pictures: 0 },
    perMinute: 240,
    response: z.object({ data: z.object({ content: z.string(), css: z.string(), removed: z.array(z.string()) }) }),
    handler: async ({ request }) => ({ data: await services.preview(await readFields(request, written)) }),
  }),
]
