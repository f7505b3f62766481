/** Where the rooms report; a pino logger fits. The details never hold secrets or personal data. */
export type Logger = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export const silentLog: Logger = { info: () => {}, warn: () => {} }
