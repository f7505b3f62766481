import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'

let atrium: TestAtrium

beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

/** The mail with the code that somebody gets from a site of this title. */
const codeMail = async (siteTitle: string): Promise<{ subject: string; text: string; html: string }> => {
  await atrium.run(configuration, 'edit', { siteTitle }, configurationId)
  await atrium.asUser('no role')
  const folder = join(atrium.dataDir, 'mail')
  return JSON.parse(readFileSync(join(folder, readdirSync(folder).sort().at(-1) ?? ''), 'utf8'))
}

it('signs a mail with the title of the site, not its subject', async () => {
  const { subject, text, html } = await codeMail('Harbour & Vale')
  expect(subject).toBe('Your sign-in code')
  expect(text).toMatch(/\n\nHarbour & Vale$/)
  expect(html).toContain('<p>Harbour &amp; Vale</p>')
})

it('has no number of six digits beside the code, whatever the site is called', async () => {
  const { text } = await codeMail('Harbour 101010')
  expect(text.match(/\d{6}/g)).toHaveLength(1)
  expect(text).toMatch(/\n\nAtrium$/)
})
