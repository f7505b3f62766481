import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openPage, settled, type Watched } from '../support/browser.ts'
import { type Parts, unpacked, verified, withLines, withManifest } from '../support/evidence/package.ts'
import { administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
const folder = mkdtempSync(join(tmpdir(), 'atrium-evidence-'))
let staff: Watched
let whole: Parts

beforeAll(async () => {
  staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

// Above 4 GB an archive is of the form ZIP64; a smaller one can be as well.
const zipped = (parts: Parts, forceZip64Format = false): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, text] of parts) zip.addBuffer(Buffer.from(text), name, { forceZip64Format })
  zip.end({ forceZip64Format, comment: '' })
  return buffer(zip.outputStream)
}

const headings: Readonly<Record<string, string>> = {
  'de-DE': 'Das Paket ist unversehrt.',
  'es-MX': 'El paquete está íntegro.',
  'fr-CA': 'Le paquet est intact.',
  'ja-JP': 'パッケージは完全です。',
  'zh-CN': '证据包完整无缺。',
}
const numbersIn = (line: string) => line.match(/\d+/g)?.toSorted()

/** What the page says of a package that is dropped on it, line by line. */
const saidBy = async (page: Page, bytes: Buffer): Promise<string[]> => {
  await page.locator('#file').setInputFiles({ name: 'package.zip', mimeType: 'application/zip', buffer: bytes })
  await page.locator('#result h2').waitFor()
  return page.locator('#result h2, #result li').allInnerTexts()
}

/** The page of the package that was downloaded, without a network. */
const openVerifier = async (locale = 'en-GB'): Promise<Page> => {
  const page = await (await stage.browser.newContext({ offline: true, locale })).newPage()
  await page.goto(`file://${join(folder, 'verify.html')}`)
  return page
}

it('is made of what was chosen, shows how far it is, and is downloaded', async () => {
  const { page } = staff
  await page.getByRole('button', { name: 'Audit', exact: true }).click()
  await page.getByRole('link', { name: 'Evidence', exact: true }).click()
  await page.getByText(/\d+ events/).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('row', { name: /Everything/ })
    .getByRole('link', { name: /Download/ })
    .click()
  whole = await unpacked(readFileSync(await (await download).path()))
  writeFileSync(join(folder, 'verify.html'), whole.get('verify.html') ?? '')
  await settled(page)
  expect(staff.faults).toEqual([])
})

it('is offered below the history of a record, with that record chosen', async () => {
  const { page } = staff
  await page.goto('/dashboard/category/people')
  await page.getByRole('link', { name: 'Evidence for this record' }).click()
  await page.getByRole('heading', { name: 'Evidence' }).waitFor()
  expect(page.url()).toContain('kind=record&resource=category&record=')
  await page.getByText(/\d+ event/).waitFor()
})

it('is whole for the page as for Node, without a network', async () => {
  for (const isLarge of [false, true]) {
    const lines = await saidBy(await openVerifier(), await zipped(whole, isLarge))
    expect(lines[0], lines.join('\n')).toBe('The package is whole.')
    expect(lines).toEqual(await verified(whole))
  }
})

it('is named by the page as by Node where it was tampered with', async () => {
  const at = (index: number, change: object) =>
    withLines(whole, 'events.ndjson', (lines) =>
      lines.map((line, one) => (one === index ? { ...line, ...change } : line)),
    )
  const tampered: Record<string, Parts> = {
    'a changed value': at(7, { data: { forged: true } }),
    'a changed moment': at(9, { recordedAt: '2020-01-01T00:00:00.000Z' }),
    'a missing event': withLines(whole, 'events.ndjson', (lines) => lines.toSpliced(11, 1)),
    'changed places': withLines(whole, 'events.ndjson', (lines) =>
      lines.toSpliced(4, 2, ...lines.slice(4, 6).toReversed()),
    ),
    'a tail that was cut': withLines(whole, 'events.ndjson', (lines) => lines.slice(0, 30)),
    'a changed hash of a file': withLines(whole, 'files.ndjson', (lines) =>
      lines.map((line) => ({ ...line, sha256: 'ab' })),
    ),
    'a changed tree': withLines(whole, 'tree.ndjson', (lines) =>
      lines.map((line) => ({ ...line, hash: lines[0]?.hash ?? '' })),
    ),
    'a changed checkpoint': new Map(whole).set(
      'checkpoints.txt',
      (whole.get('checkpoints.txt') ?? '').replace(/\n\d+\n/, '\n7\n'),
    ),
    'a changed manifest': withManifest(whole, null, { exportedAt: '2020-01-01T00:00:00.000Z' }),
    'another text': new Map(whole).set('README.txt', 'Trust me'),
  }
  const page = await openVerifier()
  for (const [what, parts] of Object.entries(tampered)) {
    const lines = await saidBy(page, await zipped(parts))
    expect(lines[0], what).toBe('The package is NOT whole.')
    expect(lines, what).toEqual(await verified(parts))
  }
  // In other languages every sentence is another one, with the same numbers.
  for (const [locale, heading] of Object.entries(headings)) {
    const other = await openVerifier(locale)
    expect(await other.getByRole('heading', { level: 1 }).innerText()).not.toBe('Verify an evidence package')
    for (const parts of [whole, ...Object.values(tampered)]) {
      const [lines, english] = [await saidBy(other, await zipped(parts)), await verified(parts)]
      expect(
        lines.filter((line) => english.includes(line)),
        locale,
      ).toEqual([])
      expect(lines.map(numbersIn), locale).toEqual(english.map(numbersIn))
    }
    expect((await saidBy(other, await zipped(whole)))[0]).toBe(heading)
  }
  const [refused] = await saidBy(page, Buffer.from('not a zip archive at all'))
  expect(refused).toBe('The package could not be checked.')
}, 120_000)
