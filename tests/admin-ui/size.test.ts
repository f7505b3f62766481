import { beforeAll, describe, expect, test } from 'vitest'
import { screenSizes } from '../ui-shared/screen-sizes.ts'

let sizeOf: Awaited<ReturnType<typeof screenSizes>>

beforeAll(async () => {
  sizeOf = await screenSizes('admin')
}, 120_000)

const shell = 'shell/shell-route.tsx'

// In KB of gzipped JavaScript (docs/architecture.md#sizes).
describe('what a screen of the back office loads', () => {
  test.each([
    ['sign-in', 125, ['auth/sign-in-page.tsx']],
    ['dashboard', 150, [shell, 'dashboard/dashboard-page.tsx']],
    ['list', 149, [shell, 'list/list-route.tsx']],
    ['form', 190, [shell, 'edit/record-route.tsx']],
    ['form with its editor', 350, [shell, 'edit/record-route.tsx', 'edit/fields/editor-field.tsx']],
  ] as const)('%s stays within %d KB', (_screen, budget, modules) => {
    const size = sizeOf(...modules)
    expect(size).toBeGreaterThan(50)
    expect(size).toBeLessThanOrEqual(budget)
  })
})
