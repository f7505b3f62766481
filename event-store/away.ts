import { StoreUnavailable } from './port.ts'

// What PostgreSQL and the network say when the database is away, starting, full or too busy.
const away = /^(08|53|57P|55P03|57014|ECONN|ETIMEDOUT|EPIPE|EAI)/
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** True when an error means that the database or the log cannot be reached now. */
export const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  away.test(codeOf(error)) ||
  (error instanceof Error && awayMessages.test(error.message))
