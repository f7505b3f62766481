import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../../admin-ui/resource-entry.ts'
import { columnsOf } from '../../admin-ui/list/cells/columns.tsx'
import { iconAt } from '../../admin-ui/shell/menu-icons.ts'
import { hasScreens, menuEntries, screenPath, screenResource } from '../../admin-ui/shell/menu-table.ts'
import { resources } from '../../domain/catalog.ts'
import { reviewed } from '../../domain/review/reviewed.ts'
import { permissionsOf } from '../../domain/permission.ts'
import { partner } from '../support/partner.ts'

describe('the side menu', () => {
  test('has an entry for each resource with screens, shown by its exact read permission', () => {
    const shown = resources.filter(hasScreens)
    expect(shown.length).toBeGreaterThanOrEqual(2)
    for (const { name, area } of shown) {
      expect(menuEntries.find(({ path }) => path === screenPath(name))?.permission).toBe(`r-${area}`)
    }
  })

  test('asks only for permissions that exist', () => {
    expect(
      menuEntries
        .flatMap(({ permission }) => permission ?? [])
        .filter((name) => name !== reviewed && !permissionsOf(resources).includes(name)),
    ).toEqual([])
  })

  test('has an icon of its own for each entry, and a sheet of paper for what nobody has drawn yet', () => {
    const svg = readFileSync(new URL('../../admin-ui/shell/menu-icons.svg', import.meta.url), 'utf8')
    const symbols = [...svg.matchAll(/<symbol id="([^"]+)"[^>]*>(.+?)<\/symbol>/g)]
    expect(new Set(symbols.map(([, , drawing]) => drawing)).size).toBe(symbols.length)
    const used = menuEntries.map((entry) => iconAt(entry).split('#')[1] ?? '')
    expect(used.length).toBeGreaterThan(30)
    expect([...used, 'record'].sort()).toEqual(symbols.map(([, id = '']) => id).sort())
    expect(entriesOf([partner])[0]?.isUndrawn).toBe(true)
    expect(
      iconAt({ path: '/dashboard/partner', label: '', permission: null, group: 'Content', isUndrawn: true }),
    ).toMatch(/#record$/)
  })

  test('knows no screens of what has none', () => {
    expect(hasScreens({ ...partner, menu: null })).toBe(false)
    expect(screenResource('nothing')).toBeNull()
    expect(screenResource('post')?.name).toBe('post')
  })
})

test('a resource with nothing but a declaration has the columns of its list', () => {
  const columns = ['id', 'name', 'link', 'logo', 'status']
  const shown = columnsOf({ ...partner, list: { ...partner.list, columns } }, {})
  expect(shown.map(({ heading }) => heading)).toEqual(['ID', 'Name', 'Link', 'Logo', 'Status', 'Last change'])
  expect(hasScreens(partner)).toBe(true)
})
