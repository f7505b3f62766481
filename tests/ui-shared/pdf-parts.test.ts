import { expect, test } from 'vitest'
import { builtApp } from './built-app.ts'

test.each(['portal', 'admin'] as const)(
  'no screen of the %s loads what reads PDFs before somebody opens one',
  async (app) => {
    const parts = await builtApp(app)
    const isReader = (ids: readonly string[]) => ids.some((id) => id.includes('/node_modules/pdfjs-dist/'))
    const readers = parts.filter(({ moduleIds }) => isReader(moduleIds)).map(({ fileName }) => fileName)
    expect(readers).toHaveLength(1)
    // Apart from the files that a device takes along with the portal (vite.offline.ts).
    expect(readers[0]).toMatch(/^pdf\//)
    const asking = parts.filter(({ dynamicImports }) => dynamicImports.some((name) => readers.includes(name)))
    expect(asking.flatMap(({ moduleIds }) => moduleIds).some((id) => id.endsWith('/ui-shared/pdf/use-pdf.ts'))).toBe(
      true,
    )
    expect(parts.filter(({ imports }) => imports.some((name) => readers.includes(name)))).toEqual([])
  },
  120_000,
)
