import { isDatabaseAway } from '../platform/database/outage.ts'
import { StoreUnavailable } from './port.ts'

/** True when an error means that the database or the log cannot be reached now. */
export const isAway = (error: unknown): boolean => error instanceof StoreUnavailable || isDatabaseAway(error)
