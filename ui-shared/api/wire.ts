import { t } from '../i18n.ts'
import { ApiError } from './error.ts'

/** A request as it goes over the wire; `timeout` in milliseconds. */
export type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | null
  timeout: number
  signal?: AbortSignal | undefined
}
export type Incoming = { status: number; text: string }
export type Send = (outgoing: Outgoing) => Promise<Incoming>

/** The refusal of a call that no server answered. */
export const unreachable = () =>
  new ApiError(0, 'Network', t('The server cannot be reached. Check the connection and try again.'))
/** The refusal of a call that was not answered in time. */
export const tooSlow = () => new ApiError(0, 'Timeout', t('The server did not answer in time. Try again.'))
