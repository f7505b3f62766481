import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

const secondsOf = (file: TestModule): number => {
  const { duration, setupDuration, collectDuration } = file.diagnostic()
  return (duration + setupDuration + collectDuration) / 1_000
}

/** Prints the ten files of a run that took longest, in seconds; nothing for a run of fewer than eleven. */
export const tenSlowest = (): Reporter => {
  let vitest: Vitest | undefined
  return {
    onInit: (started) => {
      vitest = started
    },
    onTestRunEnd: (files) => {
      if (files.length <= 10 || !vitest) return
      const lines = files
        .map((file) => ({ seconds: secondsOf(file), name: relative(vitest?.config.root ?? '', file.moduleId) }))
        .toSorted((one, other) => other.seconds - one.seconds)
        .slice(0, 10)
        .map(({ seconds, name }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
      vitest.logger.log(['', 'The ten slowest files:', ...lines].join('\n'))
    },
  }
}
