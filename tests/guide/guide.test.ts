import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'guide')
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
const linksIn = (name: string): string[] =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link)

it('has every page in its contents, every picture on a page, and no link to nothing', () => {
  const links = pages.flatMap(linksIn)
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([])
  expect(linksIn('README.md').toSorted()).toEqual(pages.filter((name) => name !== 'README.md').toSorted())
  const pictures = readdirSync(join(folder, 'pictures')).map((name) => `pictures/${name}`)
  expect(pictures.filter((name) => !links.includes(name))).toEqual([])
})
