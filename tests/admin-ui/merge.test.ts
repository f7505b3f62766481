import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormValues } from '../../admin-ui/edit/form-values.ts'
import { conflictsOf, merge } from '../../admin-ui/edit/merge/merge.ts'
import { bothOf, settle } from '../../admin-ui/edit/merge/settle.ts'
import type { Sides } from '../../admin-ui/edit/merge/merge-parts.ts'
import { openBrowser } from './editor/browser.ts'

const before: FormValues = { name: 'Old', excerpt: 'Old words', featured: false }
const namesOf = (sides: Sides<FormValues>) => conflictsOf(merge(sides)).map(({ name }) => name)

describe('two changes of one record', () => {
  test('come together when they are of different fields', () => {
    const merged = merge({ before, mine: { ...before, name: 'Mine' }, theirs: { ...before, excerpt: 'Theirs' } })
    expect(merged).toEqual({ values: { name: 'Mine', excerpt: 'Theirs', featured: false }, open: {} })
  })

  test('are no conflict when both say the same', () => {
    const same = { ...before, name: 'Same' }
    expect(namesOf({ before, mine: same, theirs: { ...same } })).toEqual([])
  })

  test('ask when both changed one field, and what was typed stays until then', () => {
    const mine = { ...before, name: 'Mine' }
    const theirs = { ...before, name: 'Theirs', featured: true }
    const merged = merge({ before, mine, theirs })
    expect(merged.values).toEqual({ ...before, name: 'Mine', featured: true })
    expect(conflictsOf(merged)).toMatchObject([{ name: 'name', sides: { before: 'Old' } }])
    expect(settle(merged, { name: 'theirs' }).name).toBe('Theirs')
    expect(settle(merged, { name: 'before' }).name).toBe('Old')
    expect(settle(merged, { name: 'mine' }).name).toBe('Mine')
  })

  test('lose nothing that anybody typed, whatever the values', () => {
    const values = fc.record({
      name: fc.string({ maxLength: 2 }),
      excerpt: fc.string({ maxLength: 2 }),
      featured: fc.boolean(),
    })
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { values: merged } = merge({ before: base, mine, theirs })
        const conflicts = namesOf({ before: base, mine, theirs })
        for (const name of ['name', 'excerpt', 'featured'] as const) {
          if (conflicts.includes(name)) expect(merged[name]).toBe(mine[name])
          else if (mine[name] !== base[name]) expect(merged[name]).toBe(mine[name])
          else expect(merged[name]).toBe(theirs[name])
        }
      }),
    )
  })
})

describe('two changes of one list', () => {
  const entry = (id: number, caption: string) => ({ id, caption, picture: { link: `/${id}`, id, file: null } })
  const [a, b, c] = [entry(1, 'A'), entry(2, 'B'), entry(3, 'C')]
  const mergeLists = (mine: FormValues['list'], theirs: FormValues['list']) =>
    merge({
      before: { list: [a, b] },
      mine: { list: mine ?? null },
      theirs: { list: theirs ?? null },
    })

  test('come together when they are of different entries, in the order that one of them chose', () => {
    const merged = mergeLists([{ ...b, caption: 'Mine' }, a, { ...c, id: 'new_1' }], [a, b, entry(4, 'Theirs')])
    expect(merged.open).toEqual({})
    expect(merged.values.list).toEqual([{ ...b, caption: 'Mine' }, entry(4, 'Theirs'), a, { ...c, id: 'new_1' }])
  })

  test('come together when they are of different parts of one entry', () => {
    const merged = mergeLists([{ ...a, caption: 'Mine' }, b], [{ ...a, picture: c.picture }, b])
    expect(merged.values.list).toEqual([{ ...a, caption: 'Mine', picture: c.picture }, b])
  })

  test('ask when one took away what the other changed, and when both chose an order', () => {
    expect(conflictsOf(mergeLists([b], [{ ...a, caption: 'Theirs' }, b]))).toHaveLength(1)
    expect(conflictsOf(mergeLists([b], [a, b]))).toEqual([])
    const three = { before: { list: [a, b, c] }, mine: { list: [c, a, b] }, theirs: { list: [b, a, c] } }
    expect(conflictsOf(merge(three))).toHaveLength(1)
  })

  test('ask when each put one entry into another place of a tree', () => {
    const node = (id: number, children: FormValues[string][] = []) => ({ id, title: String(id), children })
    const before = { list: [node(1), node(2), node(3)] }
    const mine = { list: [node(1, [node(3)]), node(2)] }
    expect(conflictsOf(merge({ before, mine, theirs: { list: [node(1), node(2, [node(3)])] } }))).toHaveLength(1)
    expect(conflictsOf(merge({ before, mine, theirs: before }))).toEqual([])
  })
})

describe('two changes of one text', () => {
  let open: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    open = await openBrowser()
  })
  afterAll(() => open?.close())

  const mergeOf = (sides: Sides<string>) => open.page.evaluate((given) => window.harness.mergeBlocks(given), sides)
  const texts = (parts: Awaited<ReturnType<typeof mergeOf>>) => parts.filter((part) => part !== '')

  test.each<[string, Sides<string>, string]>([
    [
      'paragraphs far apart',
      {
        before: '<p>One</p>\n<p>Two</p>\n<p>Three</p>',
        mine: '<p>One, mine</p>\n<p>Two</p>\n<p>Three</p>',
        theirs: '<p>One</p>\n<p>Two</p>\n<p>Three, theirs</p>',
      },
      '<p>One, mine</p>\n<p>Two</p>\n<p>Three, theirs</p>',
    ],
    [
      'neighbours',
      { before: '<p>One</p><p>Two</p>', mine: '<p>Mine</p><p>Two</p>', theirs: '<p>One</p><p>Theirs</p>' },
      '<p>Mine</p><p>Theirs</p>',
    ],
    [
      'an added and a removed paragraph',
      {
        before: '<p>One</p>\n<p>Two</p>\n<p>Three</p>',
        mine: '<p>One</p>\n<p>Two</p>\n<p>Three</p>\n<p>Mine</p>',
        theirs: '<p>Two</p>\n<p>Three</p>',
      },
      '<p>Two</p>\n<p>Three</p>\n<p>Mine</p>',
    ],
    [
      'parts of one element around the whole text',
      {
        before: '<div class="a"><h2>One</h2><ul><li>Two</li><li>Three</li></ul></div>',
        mine: '<div class="a"><h2>Mine</h2><ul><li>Two</li><li>Three</li></ul></div>',
        theirs: '<div class="a"><h2>One</h2><ul><li>Two</li><li>Three</li><li>Theirs</li></ul></div>',
      },
      '<div class="a"><h2>Mine</h2><ul><li>Two</li><li>Three</li><li>Theirs</li></ul></div>',
    ],
  ])('is no conflict: %s', async (_name, sides, merged) => {
    const parts = await mergeOf(sides)
    const said = parts.filter((part) => typeof part === 'string')
    expect(said).toHaveLength(parts.length)
    expect(said.join('')).toBe(merged)
  })

  test('keeps both where a field can hold both, and offers it nowhere else', () => {
    const sides = { before: '<p>Old</p>', mine: '<p>Mine</p>\n', theirs: '<p>Theirs</p>' }
    expect(bothOf('html', sides)).toBe('<p>Mine</p>\n<p>Theirs</p>')
    expect(bothOf('longText', { before: 'Old', mine: 'Mine', theirs: 'Theirs' })).toBe('Mine\nTheirs')
    expect(bothOf('references', { before: ['1'], mine: ['1', '2'], theirs: ['1', '3'] })).toEqual(['1', '2', '3'])
    expect(bothOf('html', { ...sides, theirs: '' })).toBeNull()
    for (const kind of ['text', 'date', 'picture', 'flag']) expect(bothOf(kind, sides)).toBeNull()
    const merged = { values: { name: 'Mine' }, open: { name: [{ id: 'name', name: 'name', sides }] } }
    expect(settle(merged, { name: 'both' }, { name: { kind: 'html' } }).name).toBe('<p>Mine</p>\n<p>Theirs</p>')
  })

  test('asks about the one paragraph that both changed', async () => {
    const parts = await mergeOf({
      before: '<p>One</p>\n<p>Two</p>\n<p>Three</p>',
      mine: '<p>One</p>\n<p>Two, mine</p>\n<p>Three, mine</p>',
      theirs: '<p>One, theirs</p>\n<p>Two, theirs</p>\n<p>Three</p>',
    })
    expect(texts(parts).filter((part) => typeof part !== 'string')).toEqual([
      { before: '<p>Two</p>\n', mine: '<p>Two, mine</p>\n', theirs: '<p>Two, theirs</p>\n' },
    ])
    expect(texts(parts)[0]).toContain('One, theirs')
    expect(texts(parts).at(-1)).toContain('Three, mine')
  })

  test('keeps every paragraph that anybody changed, added or removed, whatever they did', async () => {
    const change = fc.constantFrom(
      'keep',
      'mine',
      'theirs',
      'mine removes',
      'theirs removes',
      'mine adds',
      'theirs adds',
    )
    const side = (name: string, changes: readonly string[]) =>
      changes
        .flatMap((what, index) => {
          if (what === `${name} removes`) return []
          const own = `<p>Paragraph ${index}${what === name ? `, ${name}` : ''}</p>\n`
          return what === `${name} adds` ? [own, `<p>After ${index}</p>\n`] : [own]
        })
        .join('')
    const samples = fc.sample(fc.array(change, { minLength: 1, maxLength: 12 }), 150)
    for (const changes of samples) {
      const sides = { before: side('', changes), mine: side('mine', changes), theirs: side('theirs', changes) }
      const parts = await mergeOf(sides)
      const said = parts.map((part) => (typeof part === 'string' ? part : part.mine + part.theirs)).join('')
      const wanted = changes.flatMap((what, index) => {
        if (what === 'mine' || what === 'theirs') return [`<p>Paragraph ${index}, ${what}</p>`]
        return what.endsWith('adds') ? [`<p>After ${index}</p>`] : []
      })
      for (const paragraph of wanted) expect(said, JSON.stringify(changes)).toContain(paragraph)
    }
  }, 60_000)
})
