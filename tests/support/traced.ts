import type { Page } from 'playwright-core'
import * as z from 'zod'

const tracedSchema = z.array(
  z.object({
    name: z.string(),
    ts: z.number(),
    args: z.object({
      family_name: z.string().optional(),
      elementCount: z.number().optional(),
      data: z.looseObject({ message: z.string() }).optional().catch(undefined),
    }),
  }),
)

/** An event of a trace: `ts` in microseconds; the family of a font that was looked for, how many elements were styled, a mark. */
export type Traced = z.infer<typeof tracedSchema>[number]

/** What the browser traces of these categories while `act` is done. */
export const traced = async (page: Page, categories: string[], act: () => Promise<unknown>): Promise<Traced[]> => {
  const client = await page.context().newCDPSession(page)
  const events: Traced[] = []
  client.on('Tracing.dataCollected', ({ value }) => events.push(...tracedSchema.parse(value)))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await act()
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.end')
  await ended
  return events
}
