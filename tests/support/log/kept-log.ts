import type { Logger } from '../../../platform/logger.ts'

/** A log whose warnings can be looked at. */
export const keptLog = (): { logger: Logger; warnings: object[] } => {
  const warnings: object[] = []
  return { logger: { info: () => {}, warn: (details) => void warnings.push(details) }, warnings }
}
