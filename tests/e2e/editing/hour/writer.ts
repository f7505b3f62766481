import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { nextFrame, settled } from '../../../support/browser.ts'
import type { Client } from '../../../support/client.ts'
import type { Random } from '../../../faults/world/random.ts'

/** What a post holds by all that its writer did: the words of its text in their order are numbers, w1, w2 … */
type Held = { title: string; excerpt: string; words: string[] }

/** Somebody who writes one post for a long time, and what they expect to find on the screen. */
export type Writer = {
  readonly held: Held
  readonly page: Page
  /** Does one thing of a day of writing, and looks whether everything is where it was left. */
  act(): Promise<void>
  /** Publishes the post, and answers what it then holds. */
  publish(): Promise<void>
}

type Parts = {
  newPage(): Promise<Page>
  colleague: Client
  random: Random
  log(line: string): void
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Begins a post by title and text, and saves it as a draft. */
export const beginsToWrite = async ({ newPage, colleague, random, log }: Parts): Promise<Writer> => {
  const held: Held = { title: '', excerpt: '', words: [] }
  let page = await newPage()
  let count = 0
  let address = ''
  let id = 0

  const drawn = () => {
    count += 1
    return `w${count}`
  }
  const nextWord = () => {
    const word = drawn()
    held.words.push(word)
    return word
  }

  const atTheEnd = async () => {
    await textOf(page).focus()
    await page.keyboard.press('Control+End')
    // A key within the same millisecond comes before the browser has told where the cursor is; no hand is as fast.
    await nextFrame(page)
    await page.keyboard.press('Enter')
  }
  const shown = async () => ({
    title: await page.getByLabel('Post title').inputValue(),
    excerpt: await page.getByLabel('Excerpt').inputValue(),
    words: (await textOf(page).innerText()).match(/\bw\d+\b/g) ?? [],
  })
  const everythingIsThere = async () => {
    await textOf(page).waitFor()
    try {
      await expect.poll(shown, { timeout: 15_000 }).toEqual(held)
    } catch (error) {
      const beside = await page.locator('dialog, .notice, .toast, [role="alert"]').allInnerTexts()
      throw new Error(`not where it was left, beside: ${beside.join(' | ')}`, { cause: error })
    }
  }
  const open = async () => {
    await page.goto(address)
    await textOf(page).waitFor()
  }
  /** Until the server has what was typed last: a draft goes there a moment after a key. */
  const keptOnServer = () =>
    expect
      .poll(async () => {
        const { data } = (await colleague.call('GET', `/api/draft?resource=post&record=${id}`)).body
        const drafts = await Promise.all(
          data.map((draft: { id: string }) => colleague.call('GET', `/api/draft/${draft.id}`)),
        )
        return JSON.stringify(drafts.map(({ body }) => body))
      })
      .toContain(held.words.at(-1))

  const type = {
    sentence: async () => {
      await atTheEnd()
      await page.keyboard.type(`Some words of ${nextWord()} and more.`)
    },
    marks: async () => {
      await atTheEnd()
      await page.keyboard.type(`A **bold ${nextWord()}** and *light ${nextWord()}* end`)
    },
    heading: async () => {
      await atTheEnd()
      await page.keyboard.type(`## Heading ${nextWord()}`)
    },
    list: async () => {
      await atTheEnd()
      await page.keyboard.type(`- First ${nextWord()}`)
      await page.keyboard.press('Enter')
      await page.keyboard.type(`second ${nextWord()}`)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
    },
    title: async () => {
      held.title = `A title ${drawn()}`
      await page.getByLabel('Post title').fill(held.title)
    },
    excerpt: async () => {
      held.excerpt = `What it is about ${drawn()}`
      await page.getByLabel('Excerpt').fill(held.excerpt)
    },
  }
  const save = async () => {
    await page.locator('.toast').evaluateAll((all) => {
      for (const one of all) one.setAttribute('data-seen', '')
    })
    await page.keyboard.press('Control+s')
    // Every save says what came of it. On a busy machine it is sent later than the tenth of a second that `settled` waits for a call.
    await page.locator('.toast:not([data-seen])').first().waitFor()
    await settled(page)
  }
  const goTo = async (name: string) => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await question.or(heading).first().waitFor()
    if (await question.isVisible()) await question.getByRole('button', { name: 'Leave' }).click()
    await heading.waitFor()
  }

  const acts: Record<string, () => Promise<void>> = {
    ...type,
    save,
    reload: async () => void (await page.reload()),
    'leave by the menu and come back by address': async () => {
      await goTo('Category')
      await open()
    },
    'leave by the menu and go back': async () => {
      await goTo('Banner')
      await page.goBack()
      await textOf(page).waitFor()
    },
    'type without a connection': async () => {
      await page.context().setOffline(true)
      await type.sentence()
      await page.context().setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
    },
    'type, undo and redo': async () => {
      await type.sentence()
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+y')
    },
    'cut all and paste it': async () => {
      await textOf(page).focus()
      await page.keyboard.press('Control+a')
      await nextFrame(page)
      await page.keyboard.press('Control+x')
      await page.keyboard.press('Control+v')
    },
    'look at the preview': async () => {
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
    'the tab dies': async () => {
      await type.sentence()
      await keptOnServer()
      await page.close({ runBeforeUnload: false })
      page = await newPage()
      await open()
    },
    'a colleague changes the excerpt while the text is written': async () => {
      await save()
      held.excerpt = `Of a colleague ${drawn()}`
      await colleague.call('PUT', `/api/post/${id}`, { excerpt: held.excerpt })
      await type.sentence()
      await save()
    },
  }

  const begin = async () => {
    await page.goto('/dashboard/post/create')
    await textOf(page).waitFor()
    held.title = `A title ${drawn()}`
    await page.getByLabel('Post title').fill(held.title)
    await textOf(page).click()
    await page.keyboard.type(`It begins with ${nextWord()}.`)
    await save()
    await page.waitForURL(/\/dashboard\/post\/(?!create)[^/]+$/)
    const { data } = (await colleague.call('GET', `/api/post/${new URL(page.url()).pathname.split('/').at(-1)}`)).body
    id = data.id
    address = `/dashboard/post/${id}`
    await open()
    await everythingIsThere()
  }

  await begin()
  return {
    held,
    get page() {
      return page
    },
    act: async () => {
      const name = random.pick(Object.keys(acts))
      log(name)
      await acts[name]?.()
      await everythingIsThere()
    },
    publish: async () => {
      if (held.excerpt === '') await type.excerpt()
      if ((await page.getByLabel('Category').inputValue()) === '')
        await page.getByLabel('Category').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('heading', { level: 1, name: 'Post', exact: true }).waitFor()
      const { data } = (await colleague.call('GET', `/api/post/${id}`)).body
      const stored = { title: data.name, excerpt: data.excerpt, words: data.content.match(/\bw\d+\b/g) ?? [] }
      expect(stored).toEqual(held)
      await open()
      await everythingIsThere()
    },
  }
}
