import { openPage, watchFaults, watchRequests } from '../../../support/browser.ts'
import { signIn } from '../../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../../support/sign-in-page.ts'
import type { openStage } from '../../../support/stage.ts'
import { random } from '../../../faults/world/random.ts'
import { beginsToWrite } from './writer.ts'

// What Chromium itself says of each call of a page while the test has taken its connection; at no other time has it these words.
const isWithoutConnection = (fault: string) =>
  fault === 'console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED'

/** How long somebody writes: so many acts, or so many minutes. */
export type Span = { acts: number } | { minutes: number }

/**
 * Writes one post by acts drawn from a seed, publishes it half-way, and goes on with what is live then. Answers how many acts it were.
 * @throws Error with the seed and all acts for the first thing that is not where it was left, and for an error of the page
 */
export const writesFor = async (stage: ReturnType<typeof openStage>, seed: number, span: Span): Promise<number> => {
  const done: string[] = []
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  const isEditor = ({ role }: { role?: string | undefined }) => role === 'Editor'
  const colleague = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, isEditor))
  const newPage = async () => {
    const opened = await context.newPage()
    watchRequests(opened)
    opened.setDefaultTimeout(15_000)
    await watchFaults(opened, stage.server.url, faults)
    opened.on('dialog', (dialog) => void dialog.accept())
    return opened
  }
  const began = Date.now()
  const share = () => ('acts' in span ? done.length / span.acts : (Date.now() - began) / 60_000 / span.minutes)
  try {
    const writer = await beginsToWrite({ newPage, colleague, random: random(seed), log: (act) => done.push(act) })
    const until = async (end: number) => {
      while (share() < end) await writer.act()
    }
    await until(0.5)
    await writer.publish()
    await until(1)
    await writer.publish()
    const wrong = faults.filter((fault) => !isWithoutConnection(fault))
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return done.length
  } catch (error) {
    throw new Error(`seed ${seed}, after ${done.join('; ')}`, { cause: error })
  } finally {
    await context.close()
  }
}
