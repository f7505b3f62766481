import type { Resource } from '../domain/resource.ts'
import { quote } from './sql.ts'

/** Which records a read may see: `staff` active and inactive, `portal` what employees are shown, `trash` deleted ones, `all` every one. */
export type Scope = 'staff' | 'portal' | 'trash' | 'all'

const literal = (value: string | boolean): string =>
  typeof value === 'boolean' ? String(value) : `'${value.replaceAll("'", "''")}'`

/**
 * What employees are shown of the active records of a resource: those within their time (`activeBetween`) whose fields hold what
 * `portal.where` says. Conditions on an alias; none where all active ones are shown.
 */
export const shownSql = ({ activeBetween, portal }: Resource, alias: string): string[] => {
  const held = Object.entries(portal?.where ?? {}).map(
    ([name, values = []]) => `${alias}.${quote(name)} in (${values.map(literal).join(', ')})`,
  )
  if (!activeBetween) return held
  const [from, until] = activeBetween.map((name) => `${alias}.${quote(name)}`)
  return [`coalesce(${from} <= read_clock(), true)`, `coalesce(${until} > read_clock(), true)`, ...held]
}

/** The condition on `alias` that a scope stands for. */
export const scopeSql = (resource: Resource, scope: Scope, alias: string): string => {
  const conditions: Readonly<Record<Scope, () => string>> = {
    staff: () => `${alias}.status <> 'deleted'`,
    portal: () => [`${alias}.status = 'active'`, ...shownSql(resource, alias)].join(' and '),
    trash: () => `${alias}.status = 'deleted'`,
    all: () => 'true',
  }
  return conditions[scope]()
}
