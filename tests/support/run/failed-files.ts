import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, Vitest } from 'vitest/node'

/** Writes the names of the files that failed, one a line, into the file that FAILED_FILES names; scripts/test.mjs reads them. */
export const failedFiles = (): Reporter => {
  let vitest: Vitest | undefined
  return {
    onInit: (started) => {
      vitest = started
    },
    onTestRunEnd: (files) => {
      const path = process.env.FAILED_FILES
      if (!path) return
      const failed = files.filter((file) => !file.ok())
      writeFileSync(path, failed.map(({ moduleId }) => relative(vitest?.config.root ?? '', moduleId)).join('\n'))
    },
  }
}
