import { t } from '../../ui-shared/i18n.ts'
import { entries } from '../resources.ts'
import type { Entry } from '../../domain/schedule/entry.ts'

/** What an entry is about: a record by its name, or how many of what kind. */
export const aboutWhat = ({ resource, records, total }: Pick<Entry, 'resource' | 'records' | 'total'>): string => {
  const known = entries.find(({ name }) => name === resource)
  const [record] = records
  if (total === 1 && record) return record.name ?? `${t(known?.label ?? resource)} #${record.id}`
  if (total === 1) return t(known?.label ?? resource)
  return `${total} ${t(known?.plural ?? resource)}`
}

const states = {
  waiting: 'Planned',
  running: 'Running',
  done: 'Done',
  failed: 'Refused',
  cancelled: 'Cancelled',
} as const

export const stateNames = Object.keys(states) as (keyof typeof states)[]

/** How an entry stands. */
export const stateWord = (state: Entry['state']): string => t(states[state])
