import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { signIn } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { expectSeen } from '../support/seen.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'
import type { Row } from '../support/sent.ts'

const stage = openStage()

const openAs = async (path: string) => {
  const opened = await openPage(stage.browser, stage.server.url)
  await signInPage(opened.page, stage.dataDir, administrator, path)
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
  return opened
}

const picture = async (width: number) => ({
  name: `p${width}.png`,
  mimeType: 'image/png',
  buffer: await pngPicture(width, 40),
})

// Where somebody looks at the screens: set SCREENS to a folder.
const shot = async (page: Page, name: string) => {
  const folder = process.env.SCREENS
  if (!folder) return
  for (const [width, scheme] of [
    [360, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const submit = async (page: Page, listTitle: string) => {
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { level: 1, name: listTitle, exact: true }).waitFor()
}

it('makes, lists and opens a banner, a popup and flash news from their declarations', async () => {
  const { page, context, faults } = await openAs('/dashboard/banner/create')
  await page.getByLabel('Order Number').fill('3')
  await page.getByLabel('Title').fill('Quay fair')
  await page.getByLabel('Link').fill('javascript:alert(1)')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await picture(80))
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  const share = () => page.locator('.pic').evaluate((pic) => pic.clientWidth / (pic.parentElement?.clientWidth ?? 1))
  await expect.poll(share).toSatisfy((part: number) => part > 0.2 && part <= 0.25)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Link is not a link this site may use').first().waitFor()
  await page.getByLabel('Link').fill('/quay-fair')
  await shot(page, 'banner-form')
  await expectAccessible(page, 'banner form')
  await submit(page, 'Banner')
  await page.getByRole('link', { name: 'Quay fair' }).waitFor()
  await page.getByRole('button', { name: 'View the picture of Quay fair' }).waitFor()
  await shot(page, 'banner-list')
  await expectAccessible(page, 'banner list')
  await page.goto('/dashboard/popup/create')
  await page.getByLabel('Title').fill('Party')
  // An address of the site is found by the name of its page.
  const link = page.getByRole('combobox', { name: 'Link' })
  await link.pressSequentially('harbour office')
  await page.getByRole('option', { name: /The harbour office opens.*Page$/ }).waitFor()
  await page.getByRole('option', { name: /opens its doors.*Post$/ }).click()
  await expect.poll(() => link.inputValue()).toBe('/post/the-harbour-office-opens-its-doors')
  await submit(page, 'Popup')
  await page.goto('/dashboard/flash/create')
  await page.getByLabel('Title').fill('Gate nine')
  await page.getByLabel('Link').fill('/gate-nine')
  const text = page.getByRole('textbox', { name: 'News text' })
  await expect.poll(async () => (await text.boundingBox())?.height).toBe(100)
  await text.click()
  await page.keyboard.type('Closed until Thursday')
  await shot(page, 'flash-form')
  await expectAccessible(page, 'flash form')
  await submit(page, 'Flash News')
  await page.getByRole('link', { name: 'Gate nine' }).click()
  await text.getByText('Closed until Thursday').waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('makes a gallery from four slots, of which those that stay empty are not kept', async () => {
  const { page, context, faults } = await openAs('/dashboard/page/create')
  await page.getByLabel('Page title').fill('The new house')
  await page.getByLabel('Template').selectOption({ label: 'Gallery' })
  await page.getByLabel('Excerpt').fill('Forty desks and a view')
  const images = page.getByRole('group', { name: 'Images', exact: true })
  await expect.poll(() => images.getByLabel('Alt text').count()).toBe(4)
  await page.locator('input[type=file][multiple]').setInputFiles([await picture(90), await picture(91)])
  await expect.poll(() => images.getByRole('img').count()).toBe(2)
  await images.getByLabel('Alt text').nth(0).fill('Kitchen')
  await images.getByLabel('Alt text').nth(1).fill('Stairs')
  await page.getByRole('button', { name: 'View pictures' }).click()
  const lightbox = page.getByRole('dialog', { name: 'Images' })
  await lightbox.getByRole('img', { name: 'Kitchen' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await lightbox.getByText('2 of 2').waitFor()
  await lightbox.getByRole('img', { name: 'Stairs' }).waitFor()
  await lightbox.getByRole('button', { name: 'Next picture' }).click()
  await lightbox.getByText('1 of 2').waitFor()
  await shot(page, 'lightbox')
  await expectAccessible(page, 'lightbox')
  await page.keyboard.press('Escape')
  await lightbox.waitFor({ state: 'detached' })
  await shot(page, 'gallery-form')
  await expectAccessible(page, 'gallery form')
  await submit(page, 'Page')
  await page.getByRole('link', { name: 'The new house' }).click()
  await expect.poll(() => page.getByLabel('Alt text').count()).toBe(2)
  await expect.poll(() => page.getByLabel('Template').isDisabled()).toBe(true)

  // Two more are dropped, and the last is drawn to the front.
  const dropped = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer()
      for (const bytes of all) data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
      return data
    },
    [[...(await pngPicture(92, 40))], [...(await pngPicture(93, 40))]],
  )
  await images.locator('.drop').last().dispatchEvent('drop', { dataTransfer: dropped })
  await expect.poll(() => images.getByRole('img').count()).toBe(4)
  await images.getByLabel('Alt text').nth(3).fill('Roof')
  const handle = (place: number) => page.getByRole('button', { name: `Move Image ${place}`, exact: true })
  await page.setViewportSize({ width: 1280, height: 3_000 })
  await handle(4).hover()
  await page.mouse.down()
  const { x = 0, y = 0 } = (await handle(1).boundingBox()) ?? {}
  await page.mouse.move(x + 5, y - 40, { steps: 8 })
  await page.getByText('Image 4: 1 of 4.').waitFor({ state: 'attached' })
  await page.mouse.up()
  const order = () =>
    images.getByLabel('Alt text').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await expect.poll(order).toEqual(['Roof', 'Kitchen', 'Stairs', ''])
  await submit(page, 'Page')
  await page.getByRole('link', { name: 'The new house' }).click()
  await expect.poll(order).toEqual(['Roof', 'Kitchen', 'Stairs', ''])
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

const save = async (page: Page, done: string) => {
  await page.getByRole('button', { name: /^(Submit|Save)$/ }).click()
  await page.getByText(done).first().waitFor()
  await page.reload()
}

/** Everything that the browser keeps in its databases and stores, as text. Runs in the page. */
const keptOnDevice = async () => {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no answer'))
    })
  const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    const stores = [...database.objectStoreNames]
    for (const store of stores) kept.push(await done(database.transaction(store).objectStore(store).getAll()))
    database.close()
  }
  return JSON.stringify(kept)
}

// Which of the seven blocks are twice as wide.
const blockWidths = [false, true, false, false, false, true, false]

it('opens, saves and shows again the configuration, the blocks and the menu', async () => {
  const { page, context, faults } = await openAs('/dashboard')
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Configuration', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Configuration', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0)
  await page.getByLabel('Site title').fill('Quay & Vale')
  await page.getByLabel('Receivers of job applications').fill('jobs@example.org, hr@example.org')
  await page.getByLabel('Popup timer in seconds').fill('7')
  const pictures = ['Logo', 'Favicon'].map((name) => page.getByRole('group', { name, exact: true }))
  const isStored = await Promise.all(pictures.map(async (one) => (await one.getByText('No picture').count()) === 0))
  // What nobody sends again is asked for until it is stored, though nobody has touched it.
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByText('Password of the sender is required').first().waitFor()
  expect((await page.getByText('Favicon is required').count()) > 0).toBe(!isStored[1])
  for (const picture of pictures) {
    await picture.locator('input[type=file]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60"/></svg>',
      ),
    })
    await picture.getByRole('img', { name: 'Preview' }).waitFor()
  }
  await page.getByLabel('Password of the sender').fill('quayside-lantern-9')
  await page.getByText('A draft is kept since').first().waitFor()
  await expect.poll(() => page.evaluate(keptOnDevice)).toContain('Quay & Vale')
  expect(await page.evaluate(keptOnDevice)).not.toContain('quayside-lantern')
  await shot(page, 'configuration')
  await expectAccessible(page, 'configuration')
  await save(page, 'Configuration updated.')
  await expect.poll(() => page.getByLabel('Site title').inputValue()).toBe('Quay & Vale')
  await expect
    .poll(() => page.getByLabel('Receivers of job applications').inputValue())
    .toBe('jobs@example.org, hr@example.org')
  await expect.poll(() => page.getByLabel('Popup timer in seconds').inputValue()).toBe('7')

  await menu.getByRole('link', { name: 'Homepage', exact: true }).click()
  const block = page.getByRole('group', { name: 'Block 2', exact: true })
  await block.getByLabel('Title').fill('Jetty')
  await block.getByLabel('Link').fill('/jetty')
  const blocks = page.getByRole('region', { name: 'On the landing page' }).getByRole('listitem')
  await blocks.filter({ hasText: 'Jetty' }).getByText('/jetty').waitFor()
  const areWide = async () => {
    const widths = await blocks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    return widths.map((width) => width > 1.9 * Math.min(...widths))
  }
  await expect.poll(areWide).toEqual(blockWidths)
  await shot(page, 'homepage')
  await expectAccessible(page, 'homepage')
  await save(page, 'Homepage updated.')
  await expect.poll(() => block.getByLabel('Title').inputValue()).toBe('Jetty')
  await expect.poll(() => block.getByLabel('Link').inputValue()).toBe('/jetty')

  await menu.getByRole('link', { name: 'Menubar', exact: true }).click()
  await page.getByRole('button', { name: 'Remove ISO Center' }).click()
  await page.getByRole('button', { name: 'News', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'News' })
  await expect.poll(() => dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(700)
  const inputs = dialog.locator('input[type=text]')
  await expect
    .poll(() => inputs.evaluateAll((all) => all.map((one) => one.getAttribute('name')?.split('.').at(-1))))
    .toEqual(['title', 'url'])
  expect(await dialog.locator('select').count()).toBe(0)
  await expect.poll(() => dialog.getByLabel('URL').getAttribute('placeholder')).toBe('Default')
  await dialog.getByLabel('Open in New Tab').check()
  await dialog.getByLabel('Title').fill('Harbour news')
  await shot(page, 'menubar-entry')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('OFFICE OPENS its')
  await page.getByRole('group', { name: 'Post', exact: true }).getByRole('checkbox').check()
  await page.getByRole('checkbox', { name: 'List of Gallery' }).check()
  await page.getByRole('checkbox', { name: 'List of post' }).check()
  await shot(page, 'menubar')
  await page.getByRole('button', { name: 'Add to Tree' }).click()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await expectAccessible(page, 'menubar')
  await save(page, 'Menubar updated.')
  await page.getByRole('button', { name: 'Harbour news', exact: true }).waitFor()
  await page.getByRole('button', { name: 'The harbour office opens its doors', exact: true }).waitFor()
  await page.getByRole('button', { name: 'List of Gallery', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'ISO Center', exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('marks what leads nowhere, shows what the portal makes of the menu', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const [first, second = first] = (await client.call('GET', '/api/post?per_page=2')).body.data
  const entry = ({ id, name }: { id: number; name: string }) => ({ title: name, type: 'post', content_id: id })
  await client.call('POST', '/api/utility/menubar_data', {
    menubar: [{ ...entry(first), children: [{ title: 'Staff', type: 'listemp' }] }, entry(second)],
  })
  await client.call('POST', `/api/post/${first.id}/deactivate`)
  const { page, context, faults } = await openAs('/dashboard/menubar')
  const tree = page.getByRole('group', { name: 'Menu', exact: true })
  const preview = page.getByRole('region', { name: 'On the portal' })
  const gone = tree.getByRole('listitem').filter({ hasText: first.name })
  await gone.getByText('Leads nowhere').waitFor()
  await expect.poll(() => tree.getByText('Leads nowhere').count()).toBe(1)
  await expect.poll(() => preview.getByRole('listitem').allInnerTexts()).toEqual(['Staff', second.name])
  await shot(page, 'menubar-broken')
  await expectAccessible(page, 'menubar with a broken entry')
  await page.getByRole('button', { name: `Move ${second.name} up` }).press('Enter')
  await expect.poll(() => preview.getByRole('listitem').allInnerTexts()).toEqual([second.name, 'Staff'])
  await page.getByRole('button', { name: 'Move Staff out' }).press('Enter')
  await page.getByRole('button', { name: 'Move Staff up' }).press('Enter')
  await page.getByRole('button', { name: 'Move Staff in' }).press('Enter')
  await expect.poll(() => preview.locator('li li').allInnerTexts()).toEqual(['Staff'])
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('keeps a post as a draft, plans it, publishes it at its moment, shows it on the portal and moves its address', async () => {
  const { page, context, faults } = await openAs('/dashboard/post/create')
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const title = page.getByLabel('Post title')
  // A new post begins at its title; Enter goes on to the text, and publishes nothing.
  await expect.poll(() => title.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('Tide table')
  await page.getByText('Publishes now', { exact: true }).waitFor()
  await page.locator('.ProseMirror').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('High water at noon')
  await page.getByRole('textbox', { name: 'Text' }).getByText('High water at noon').waitFor()
  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dashboard\/post\/tide-table$/)
  await page.getByText('Stays a draft', { exact: true }).waitFor()
  // The form is the same one: the writer goes on where they were, and can take back what they typed before.
  await page.keyboard.type('s')
  expect(await title.inputValue()).toBe('Tide tables')
  await page.keyboard.press('Control+s')
  const stored = async () => (await client.call('GET', '/api/post/tide-table')).body.data
  await expect
    .poll(stored)
    .toMatchObject({ name: 'Tide tables', version: 2, draft: true, deletedAt: expect.any(String) })
  await page.keyboard.press('Control+z')
  expect(await title.inputValue()).not.toBe('Tide tables')
  await title.fill('Tide tables')
  expect((await client.call('GET', '/api/post?keyword=tide')).body.meta.total_item).toBe(1)
  await page.reload()
  const publishNow = async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish now' }).click()
  }
  await publishNow()
  await page.getByText('Category is required').first().waitFor()
  await page.getByLabel('Excerpt').fill('When the water is high')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Daily life' })
  await publishNow()
  const question = page.getByRole('alertdialog', { name: 'Publish now?' })
  await question.getByText('Employees see it in the portal at once.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored()).toMatchObject<Row<'post'>>({ excerpt: 'When the water is high', draft: true })
  await page.getByLabel('Excerpt').fill('When the water is high or low')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(stored).toMatchObject({ version: 4 })
  await expectSeen(page, 'draft')
  await page.goto('/dashboard/post')
  const row = page.getByRole('row', { name: /Tide tables/ })
  await row.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Drafts' })
  await expect.poll(() => new URL(page.url()).search).toBe('?draft=true')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Any status' })
  await row.getByRole('link', { name: 'Tide tables' }).click()
  await page.getByRole('button', { name: 'Schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await dialog.getByLabel('Publish at').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByText('Choose a moment that is still to come.').waitFor()
  await dialog.getByLabel('Publish at').fill('2040-01-01T09:00')
  await expectSeen(page, 'schedule')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await row.getByText('Scheduled for 1 January 2040 at 09:00').waitFor()
  await expectSeen(page, 'scheduled')

  const { id } = await stored()
  const soon = new Date(Date.now() + 2_500).toISOString()
  expect((await client.call('PUT', `/api/post/${id}`, { publish_at: soon })).status).toBe(200)
  const isActive = async () => (await client.call('GET', `/api/post/${id}`)).body.data.deletedAt === null
  await expect.poll(isActive, { timeout: 15_000 }).toBe(true)
  await page.goto('/dashboard/post/tide-table')
  const actions = page.getByRole('button', { name: 'Actions' })
  const choose = async (name: string) => {
    await actions.click()
    await page.getByRole('menuitem', { name }).click()
  }
  const [portal] = await Promise.all([context.waitForEvent('page'), choose('View on portal')])
  await portal.getByRole('heading', { level: 1, name: 'Tide tables' }).waitFor()

  await choose('Edit address…')
  await page.getByRole('textbox', { name: 'Address' }).fill('High water')
  await expectSeen(page, 'address')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The address is high-water now.').waitFor()
  await page.getByText('/post/high-water', { exact: true }).waitFor()
  await portal.goto('/post/tide-table?preview=1')
  await portal.waitForURL(/\/post\/high-water/)
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' }).last()
  await undo.click()
  await page.getByText('/post/tide-table', { exact: true }).waitFor()
  await undo.click()
  await page.getByText('/post/high-water', { exact: true }).waitFor()

  await choose('Duplicate')
  await expect.poll(() => page.getByLabel('Post title').inputValue()).toBe('Tide tables (copy)')
  await submit(page, 'Post')
  await page.getByRole('link', { name: 'Tide tables (copy)' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('duplicates a gallery with its pictures, which are entries of their own', async () => {
  const { page, context, faults } = await openAs('/dashboard/page?keyword=the+new+house')
  await page.getByRole('button', { name: 'Actions for The new house' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.poll(() => page.getByLabel('Page title').inputValue()).toBe('The new house (copy)')
  await expect.poll(() => page.getByLabel('Alt text').count()).toBe(4)
  await submit(page, 'Page')
  await page.getByRole('link', { name: 'The new house (copy)' }).click()
  await expect.poll(() => page.getByLabel('Alt text').nth(2).inputValue()).toBe('Stairs')

  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const parent = (await client.call('GET', '/api/page/the-new-house')).body.data.id
  for (const [name, path] of [
    ['Annex', 'create/the-new-house'],
    ['Attic', `create?parent=${parent}`],
  ] as const) {
    await page.goto(`/dashboard/page/${path}`)
    await page.getByLabel('Page title').fill(name)
    await page.keyboard.press('Control+s')
    await page.waitForURL(`**/dashboard/page/${name.toLowerCase()}`)
    const kept = (await client.call('GET', `/api/page/${name.toLowerCase()}`)).body.data
    expect(kept).toMatchObject({ parent: { id: parent }, draft: true })
  }
  await page.goto('/dashboard/page/iso_center')
  const template = page.getByRole('combobox', { name: 'Template' }).locator('option:checked')
  await expect.poll(() => template.innerText()).toBe('ISO Center')
  expect(faults).toEqual([])
  await context.close()
}, 60_000)
