import { ErrorType } from '@eventstore/db-client'
import { StoreUnavailable } from '../port.ts'

/** The server gave no answer in our own time: the client's deadline alone does not always fire. */
export class NoAnswer extends Error {
  constructor(milliseconds: number) {
    super(`EventStoreDB gave no answer in ${milliseconds} ms`)
    this.name = 'NoAnswer'
  }
}

export class CutOff extends Error {
  constructor() {
    super('a read of EventStoreDB was cut off')
    this.name = 'CutOff'
  }
}

/** The `type` with which the client marks what the server answered, or null for an error of another kind. */
export const errorType = (error: unknown): string | null =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : null

// What the server itself has decided. Anything else, whatever it is called, leaves open what became of a request.
const answers = new Set<string>([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.ACCESS_DENIED,
  ErrorType.UNSUPPORTED,
])

/** Whether the error says nothing about what became of the request: down, cancelled, late, or unknown to this code. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof StoreUnavailable) return false
  return !answers.has(errorType(error) ?? '')
}

/** An error of the client as StoreUnavailable where the server is meant; any other as it is. */
export const asUnavailable = (error: unknown): unknown => {
  if (errorType(error) === ErrorType.ACCESS_DENIED) {
    return new StoreUnavailable('EventStoreDB refuses the user name and password of EVENTSTORE_URL', { cause: error })
  }
  return isOutage(error) ? new StoreUnavailable('EventStoreDB does not answer', { cause: error }) : error
}
