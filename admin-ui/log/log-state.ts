import { useAddress, withValues } from '../../ui-shared/use-address.ts'

export const logSizes = [20, 50, 100, 1000] as const
const defaultSize = 50

/** What the trail is filtered by, as it stands in the address. */
export const trailFilters = [
  'keyword',
  'type',
  'resource',
  'record',
  'field',
  'value',
  'actor',
  'outcome',
  'address',
  'job',
  'request_id',
  'from',
  'to',
]

/** What a log shows: all of it stands in the address. */
export type LogState = { page: number; per_page: number; filters: Readonly<Record<string, string>> }

const whole = (value: string | null, fallback: number) =>
  value && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : fallback

/** The state of a log with these filters. Whatever changes but the page leads back to the first. */
export const useLogState = (names: readonly string[]) => {
  const { query: parameters, change: changeAddress } = useAddress()
  const change = (next: Readonly<Record<string, string>>, isTyping = false) =>
    changeAddress((now) => withValues(now, { page: '', ...next }), isTyping)
  const size = whole(parameters.get('per_page'), defaultSize)
  const state: LogState = {
    page: whole(parameters.get('page'), 1),
    per_page: logSizes.some((known) => known === size) ? size : defaultSize,
    filters: Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])),
  }
  return { state, change }
}

export type ChangeLog = ReturnType<typeof useLogState>['change']
