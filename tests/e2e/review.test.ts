import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const editor = ({ role }: { role?: string | undefined }) => role === 'Editor'
const stage = openStage()
let writer: Page
let publisher: Page
let staff: Client
let id: number
let whileItWaits = ''

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const group = (await staff.call('GET', '/api/post/canteen-menu-week-47')).body.data.category.id
  id = (await staff.call('POST', '/api/post', { name: 'Tides', excerpt: 'Of water.', category: group })).body.data.id
  await staff.call('POST', '/api/utility/config', { second_eyes: true })
  writer = (await openPage(stage.browser, stage.server.url)).page
  publisher = (await openPage(stage.browser, stage.server.url)).page
  await signInPage(writer, stage.dataDir, editor)
  await signInPage(publisher, stage.dataDir, administrator)
}, 120_000)

const dialog = (page: Page) => page.getByRole('dialog')
const post = async () => (await staff.call('GET', `/api/post/${id}`)).body.data
const ask = async (words = '') => {
  await dialog(writer).getByLabel('Words to whoever looks at it').fill(words)
  await dialog(writer).getByRole('button', { name: 'Ask for a review' }).click()
  await writer.getByText('The review is asked for.').waitFor()
}

it('asks for a review in the place of changing what is live', async () => {
  await writer.goto(`/dashboard/post/${id}`)
  await writer.getByLabel('Excerpt').fill('Of water and the moon.')
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await expectAccessible(writer, 'asking for a review')
  await dialog(writer).getByLabel('Words to whoever looks at it').fill('Half a word')
  await writer.reload()
  await writer.getByLabel('Excerpt').waitFor()
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  const words = dialog(writer).getByLabel('Words to whoever looks at it')
  await expect.poll(() => words.inputValue()).toBe('Half a word')
  await expectAccessible(writer, 'asking for a review with words of before')
  await ask('Please look at the moon')
  expect((await post()).excerpt).toBe('Of water.')
  await writer.getByRole('row', { name: /Tides/ }).getByText('Waits for review').waitFor()
  whileItWaits = String((await staff.call('GET', '/api/utility/activity_log?per_page=1')).body.data[0].id)
}, 60_000)

it('is named on the first screen of whoever may publish, and of nobody else', async () => {
  await publisher.goto('/dashboard')
  await publisher.getByRole('link', { name: /^Tides: / }).waitFor()
  await expectAccessible(publisher, 'a dashboard with reviews')
  await writer.goto('/dashboard')
  await writer.getByRole('heading', { name: 'Needs attention' }).waitFor()
  expect(await writer.getByRole('link', { name: /^Tides: / }).count()).toBe(0)
}, 60_000)

const marked = () =>
  publisher.evaluate(() =>
    [...(CSS.highlights.get('commented') ?? [])].map((range) =>
      range instanceof Range ? range.toString().trim() : '',
    ),
  )
const leadsBothWays = async () => {
  const quote = publisher.getByTitle('Show it in the text')
  const words = (await quote.innerText()).trim()
  await expect.poll(marked).toEqual([words])
  await quote.press('Enter')
  expect(await publisher.evaluate(() => CSS.highlights.get('comment-shown')?.size)).toBe(1)
  const thread = publisher.getByRole('listitem').filter({ hasText: 'Which moon?' })
  const isReached = () => thread.evaluate((one) => one === document.activeElement)
  await publisher.getByRole('button', { name: `Comment on “${words}”` }).press('Enter')
  expect(await isReached()).toBe(true)
  await publisher.getByRole('textbox', { name: 'Comment' }).focus()
  await publisher.locator('[data-field=excerpt] ins').first().click()
  expect(await isReached()).toBe(true)
}

it('keeps what is typed into a comment, with its passage, and into an answer', async () => {
  await publisher.goto('/dashboard/reviews')
  await publisher.getByRole('link', { name: 'Tides' }).click()
  await publisher.locator('[data-field=excerpt] ins').first().selectText()
  await publisher.getByRole('button', { name: 'Comment on what is selected' }).click()
  await publisher.getByRole('textbox', { name: 'Comment' }).fill('Half a thought')
  await publisher.getByRole('button', { name: 'Answer', exact: true }).first().click()
  await publisher.getByRole('textbox', { name: 'Answer' }).fill('Half an answer')
  await publisher.reload()
  await expect.poll(() => publisher.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a thought')
  await publisher.getByRole('button', { name: 'Not on a passage' }).waitFor()
  expect(await publisher.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('Half an answer')
  await expectAccessible(publisher, 'a review with what was typed')
  for (const discard of [1, 0]) await publisher.getByRole('button', { name: 'Discard' }).nth(discard).click()
  await expect.poll(() => publisher.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
}, 60_000)

it('shows what waits with what it would change, takes a comment on a passage, and returns it with words', async () => {
  await publisher.goto('/dashboard/reviews')
  await publisher.getByRole('link', { name: 'Tides' }).waitFor()
  await expectAccessible(publisher, 'the reviews')
  await publisher.getByRole('link', { name: 'Tides' }).click()
  await publisher.locator('[data-field=excerpt] ins').first().waitFor()
  await publisher.getByText('Please look at the moon').waitFor()
  await publisher.locator('[data-field=excerpt] ins').first().selectText()
  await publisher.getByRole('button', { name: 'Comment on what is selected' }).click()
  await publisher.getByRole('textbox', { name: 'Comment' }).fill('Which moon?')
  await publisher.getByRole('button', { name: 'Comment', exact: true }).click()
  await publisher.getByText('Which moon?').waitFor()
  await leadsBothWays()
  await expectAccessible(publisher, 'a review')
  await publisher.getByRole('button', { name: 'Return to its author…' }).click()
  await dialog(publisher).getByLabel('What is to be changed').fill('Name the moon')
  await publisher.reload()
  await publisher.getByRole('button', { name: 'Return to its author…' }).click()
  const back = dialog(publisher).getByLabel('What is to be changed')
  await expect.poll(() => back.inputValue()).toBe('Name the moon')
  await dialog(publisher).getByRole('button', { name: 'Return to its author' }).click()
  await publisher.getByText('It is returned to its author.').waitFor()
}, 60_000)

it('is changed and asked for again by its author, and published in the name of whoever looked at it', async () => {
  // What came back to its author is named there as well.
  await writer.goto('/dashboard')
  await writer.getByRole('link', { name: /^Tides: / }).waitFor()
  await writer.goto('/dashboard/reviews')
  await writer.getByText('Returned').waitFor()
  await writer.getByRole('link', { name: 'Tides' }).click()
  await writer.getByRole('button', { name: 'Open in the form' }).click()
  // What was proposed stands in the form again.
  await expect.poll(() => writer.getByLabel('Excerpt').inputValue()).toBe('Of water and the moon.')
  await writer.getByLabel('Excerpt').fill('Of water and our moon.')
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await ask()
  await publisher.goto('/dashboard/reviews')
  await publisher.getByRole('link', { name: 'Tides' }).click()
  await publisher.getByText('not in the text any more').waitFor()
  await publisher.getByRole('button', { name: 'Publish', exact: true }).click()
  await publisher.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await publisher.getByText('It is published.').waitFor()
  expect((await post()).excerpt).toBe('Of water and our moon.')
  await publisher.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => (await post()).excerpt).toBe('Of water.')
  await publisher.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => (await post()).excerpt).toBe('Of water and our moon.')
  await publisher.goto(`/dashboard/post/${id}`)
  await publisher
    .getByText(/proposed by/)
    .first()
    .waitFor()
}, 60_000)

it('proposes a new picture of what is live, which employees see once it is published', async () => {
  await writer.goto(`/dashboard/post/${id}`)
  await writer
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'moon.png', mimeType: 'image/png', buffer: await pngPicture(320, 200) })
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await ask()
  expect((await post()).thumbnail).toBeNull()
  await publisher.goto('/dashboard/reviews')
  await publisher.getByRole('link', { name: 'Tides' }).click()
  const picture = publisher.locator('[data-field=thumbnail] img')
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320)
  await publisher.getByRole('button', { name: 'Publish', exact: true }).click()
  await publisher.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await publisher.getByText('It is published.').waitFor()
  expect((await post()).thumbnail).not.toBeNull()
}, 60_000)

it('saves what is new as a draft, and asks for that', async () => {
  await writer.goto('/dashboard/post/create')
  await writer.getByLabel('Post title').fill('Springs')
  await writer.getByLabel('Excerpt').fill('Also of water.')
  await writer.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Safety' })
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await ask()
  const { body } = await staff.call('GET', '/api/review')
  expect(body.data).toMatchObject([{ name: 'Springs', verb: 'activate' }])
}, 60_000)

it('asks in the place of verbs that would be seen', async () => {
  await writer.goto(`/dashboard/post/${id}`)
  await writer.getByRole('button', { name: 'Actions' }).click()
  await writer.getByRole('menuitem', { name: 'Deactivate: ask for a review…' }).click()
  await ask()
  expect((await post()).deletedAt).toBeNull()
}, 60_000)

it('shows new pictures of a gallery to whoever looks at it', async () => {
  const { body } = await staff.call('GET', '/api/page?type=gallery')
  const gallery = body.data[0]
  await writer.goto(`/dashboard/page/${gallery.slug}`)
  await writer
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles({ name: 'sun.png', mimeType: 'image/png', buffer: await pngPicture(300, 210) })
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await ask()
  await publisher.goto('/dashboard/reviews')
  await publisher.getByRole('link', { name: gallery.name }).click()
  const picture = publisher.locator('[data-field=images] .entries img')
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(300)
  await expectAccessible(publisher, 'a review of a gallery')
}, 60_000)

it('is withdrawn, and waits again by Undo', async () => {
  await writer.goto(`/dashboard/post/${id}`)
  await writer.getByLabel('Excerpt').fill('Of water at night.')
  await writer.getByRole('button', { name: 'Ask for a review' }).click()
  await ask()
  await writer.goto('/dashboard/reviews')
  await writer.getByRole('link', { name: 'Tides' }).click()
  await writer.getByRole('button', { name: 'Withdraw…' }).click()
  await writer.getByRole('alertdialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await writer.getByText('The request for a review is withdrawn.').waitFor()
  await writer.getByRole('button', { name: 'Undo', exact: true }).click()
  await writer.getByText('The request for a review is there again.').waitFor()
  await writer.getByRole('link', { name: 'Tides' }).waitFor()
}, 60_000)

it('has a history in the words of its record, with people by name, and so have its comments', async () => {
  const listed: string = '/api/review'
  const { body } = await staff.call('GET', listed)
  const { id: review, author } = body.data.find(({ name }: { name: string }) => name === 'Tides')
  await publisher.goto(`/dashboard/audit/history/review/${review}?version=2`)
  await publisher.getByRole('heading', { name: 'History: Review of “Tides”' }).waitFor()
  await publisher.getByText('Excerpt: Of water at night.').waitFor()
  await publisher.getByText(author.name).first().waitFor()
  expect(await publisher.getByText(/"values"|user-\d/).count()).toBe(0)
  await expectAccessible(publisher, 'the history of a review')
  await publisher.goto('/dashboard/audit/history/remark/1')
  await publisher.getByRole('heading', { name: `History: Comment of ${author.name} on “Tides”` }).waitFor()
}, 60_000)

it('shows auditors what waited at a moment, to be read alone', async () => {
  await publisher.goto(`/dashboard/reviews?as_of=${whileItWaits}`)
  await publisher.getByText('Only to be read.').waitFor()
  await publisher.getByRole('heading', { name: 'Waits for review' }).waitFor()
  await publisher
    .getByRole('navigation')
    .getByRole('link', { name: /^Reviews/ })
    .waitFor()
  await expectAccessible(publisher, 'the reviews of a moment')
  await publisher.getByRole('link', { name: 'Tides' }).click()
  await publisher.locator('[data-field=excerpt] ins').first().waitFor()
  await publisher.getByText('Please look at the moon').waitFor()
  expect(await publisher.getByRole('button', { name: /^(Publish|Return|Withdraw|Comment|Answer|Done)/ }).count()).toBe(
    0,
  )
  await expectAccessible(publisher, 'a review of a moment')
}, 60_000)
