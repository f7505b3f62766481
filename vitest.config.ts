import { defineConfig } from 'vitest/config'
import { failedFiles } from './tests/support/run/failed-files.ts'
import { SlowestFirst } from './tests/support/run/slowest-first.ts'
import { tenSlowest } from './tests/support/run/ten-slowest.ts'

// The folders, not projects, tell the kinds of tests apart: scripts/test.mjs runs all but tests/e2e first, e2e last. Names ending in
// .long.test.ts are for `npm run test:all`.
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/run/asserting.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', tenSlowest(), failedFiles()],
    // The files of a worker share what they import, which is most of what many of them would do; each restores what it changes.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    // As patient as a browser that is asked for an element: a busy machine is no fault.
    expect: { poll: { timeout: 15_000 } },
    env: { LANG: '', TZ: 'UTC' },
  },
})
