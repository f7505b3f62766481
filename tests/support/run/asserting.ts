import { beforeEach, expect } from 'vitest'

// A test that names what is asked of the project (tests/requirements.test.ts) comes to an expectation when it runs, or fails.
beforeEach(({ task }) => {
  if (/\[[A-Z]+-\d\]/.test(task.name)) expect.hasAssertions()
})
