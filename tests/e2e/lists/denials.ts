import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../domain/catalog.ts'
import { isByAction } from '../../../domain/fields/walk.ts'
import { allPermissions } from '../../../domain/permission.ts'
import { accessDenied } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { settled } from '../../support/browser.ts'
import { pngPicture } from '../../support/pictures.ts'
import { sampleOf } from '../../support/samples.ts'
import type { TenderStage } from '../../support/tender-stage.ts'

// What employees send has screens of its own, which tests/e2e/inbox.test.ts drives.
const screened = resources.filter(
  ({ area, menu, isPerson, authorises, author }) =>
    area !== null && menu !== null && !isPerson && !authorises && author === undefined,
)

/** A record of each resource that has several; what is uploaded is made by its call. */
const makeOne = async ({ atrium }: TenderStage, resource: Resource): Promise<number> => {
  if (resource.name === 'file') {
    const body = new FormData()
    body.set('name', 'Rules')
    body.set('file', new Blob([new Uint8Array(await pngPicture())]), 'rules.png')
    return (await (await atrium.asUser('all')).call('POST', '/api/file', body)).body.data.id
  }
  return (await atrium.run(resource, 'create', sampleOf(resource))).id
}

type Denial = { one: Page; resource: Resource; id: number }
const denied = (one: Page) => one.getByText(accessDenied).waitFor()
const open = async (one: Page, path: string) => {
  await one.goto(`/dashboard/${path}`)
  await one.getByRole('heading', { level: 1 }).first().waitFor()
}
const menuOf = async (one: Page, name: string): Promise<string[]> => {
  await open(one, name)
  // Rows that can be moved are loaded after the others, in their place.
  await settled(one)
  const items = one.getByRole('menuitem')
  const opened = async () => {
    if ((await items.count()) === 0) await one.locator('button.dots').first().click()
    return items.count()
  }
  await expect.poll(opened, { timeout: 20_000, interval: 1_000 }).toBeGreaterThan(0)
  const names = await items.allInnerTexts()
  await one.keyboard.press('Escape')
  return names
}

/** What a screen shows and does not show to whoever lacks an action. */
const denials: Readonly<Record<string, (denial: Denial) => Promise<void>>> = {
  c: async ({ one, resource: { name, label, isSingleton } }) => {
    if (isSingleton) return
    expect(await menuOf(one, name)).not.toContain('Duplicate')
    expect(await one.getByRole('link', { name: `Add ${label.toLowerCase()}` }).count()).toBe(0)
    await open(one, `${name}/create`)
    await denied(one)
    expect(await one.locator('form').count()).toBe(0)
  },
  r: async ({ one, resource: { name, isSingleton }, id }) => {
    await open(one, name)
    await denied(one)
    expect(await one.getByRole('navigation').first().locator(`a[href="/dashboard/${name}"]`).count()).toBe(0)
    if (isSingleton) return
    await open(one, `${name}/${id}`)
    await denied(one)
    expect(await one.locator('form').count()).toBe(0)
  },
  u: async ({ one, resource: { name, isSingleton, fields }, id }) => {
    // Entries of some have permissions of their own.
    const isWhole = !Object.values(fields).some(isByAction)
    if (!isSingleton) expect(await menuOf(one, name)).not.toEqual(expect.arrayContaining(['Edit', 'Deactivate']))
    await open(one, isSingleton ? name : `${name}/${id}`)
    await one.locator('main form').waitFor()
    if (!isWhole) return
    expect(await one.locator('main form :is(input, textarea, select):enabled').count()).toBe(0)
    expect(await one.getByRole('button', { name: 'Submit' }).count()).toBe(0)
  },
  d: async ({ one, resource: { name, isSingleton } }) => {
    if (isSingleton) return
    expect(await menuOf(one, name)).not.toContain('Delete')
    expect(await one.getByRole('option', { name: 'Trash' }).count()).toBe(0)
    await one.getByRole('checkbox').nth(1).check()
    expect(await one.getByRole('button', { name: 'Delete…' }).count()).toBe(0)
  },
}

/** Walks over the screens of the resources that `names` has, or of all, as people who lack one kind of action. */
export const describeDenials = (stage: TenderStage, names?: readonly string[]): void => {
  describe('without a permission', () => {
    const walked = screened.filter(({ name }) => names?.includes(name) ?? true)
    const made = new Map<string, number>()
    beforeAll(async () => {
      for (const one of walked) if (!one.isSingleton) made.set(one.name, await makeOne(stage, one))
    }, 60_000)

    it.each(Object.entries(denials))(
      'shows on every screen of every resource what somebody without %s may see, and no more',
      async (action, check) => {
        // An auditor looks into Trash.
        const allowed = allPermissions.filter((one) => !one.startsWith(`${action}-`) && !one.startsWith('r-audit'))
        const { page: one, context, faults } = await stage.signIn(allowed)
        for (const resource of walked) await check({ one, resource, id: made.get(resource.name) ?? 1 })
        expect(faults).toEqual([])
        await context.close()
      },
      120_000,
    )
  })
}
