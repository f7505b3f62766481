import { expect, test } from 'vitest'
import { builtApp } from './built-app.ts'

const line = '//# allFunctionsCalledOnLoad\n'

test.each([
  ['portal', 'portal-ui/landing/landing.tsx', 'portal-ui/preview/'],
  ['admin', 'admin-ui/edit/record-route.tsx', '/@toast-ui/editor/'],
] as const)(
  'the first screens of the %s are compiled while they arrive, what comes later when it is called',
  async (app, first, later) => {
    const parts = await builtApp(app)
    const isWhole = (module: string) =>
      parts
        .filter(({ moduleIds }) => moduleIds.some((id) => id.includes(module)))
        .map(({ code }) => code.startsWith(line))
    expect(isWhole(first)).toEqual([true])
    expect(isWhole('react-dom-client')).toEqual([true])
    expect(parts.filter(({ isEntry }) => isEntry).every(({ code }) => code.startsWith(line))).toBe(true)
    expect(isWhole(later).length).toBeGreaterThan(0)
    expect(isWhole(later)).not.toContain(true)
    // Anywhere else it would say nothing.
    expect(parts.filter(({ code }) => code.indexOf(line) > 0)).toEqual([])
  },
  120_000,
)
