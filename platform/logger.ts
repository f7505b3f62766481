/** Where the rooms report; a pino logger fits. The details never hold secrets or personal data. */
export type Logger = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** For commands and tests whose output belongs to their reader. */
export const silentLog: Logger = { info: () => {}, warn: () => {} }
