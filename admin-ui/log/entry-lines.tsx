import { areas } from '../../domain/permission.ts'
import { actionNames } from '../../domain/shapes/action-names.ts'
import type { Field } from '../../domain/fields/field.ts'
import { t } from '../../ui-shared/i18n.ts'
import { type NameOf, valueLines } from '../diff/value-lines.ts'
import type { ActivityEntry, EntryChange } from './activity.ts'
import { plainText } from './plain-text.ts'
import type { Changes } from './use-changes.ts'

const mostLines = 4
const longest = 90

const cut = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const actions: Readonly<Record<string, string>> = actionNames

const permissionWords = (name: string): string => {
  const title = areas[name.slice(2)]?.title ?? name.slice(2)
  return `${t(title)}: ${t(actions[name.slice(0, 1)] ?? '')}`
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

// Of a role's permissions only those that came and went.
const Permissions = ({ from, to }: Pick<EntryChange, 'from' | 'to'>) => {
  const [before, after] = [textsOf(from), textsOf(to)]
  const gone = before.filter((name) => !after.includes(name)).map(permissionWords)
  const come = after.filter((name) => !before.includes(name)).map(permissionWords)
  return (
    <>
      {gone.length > 0 && <del>{cut(gone.join(', '))}</del>} {come.length > 0 && <ins>+ {cut(come.join(', '))}</ins>}
    </>
  )
}

const Line = ({ change, field, nameOf }: { change: EntryChange; field: Field | undefined; nameOf: NameOf }) => {
  const said = (value: unknown) =>
    cut(change.isPersonal || !field ? plainText(value) : valueLines(value, field, nameOf).join(' ')) || t('empty')
  return (
    <li>
      {t(change.label)}: {change.isSecret && t('changed')}
      {!change.isSecret && field?.kind === 'permissions' && <Permissions from={change.from} to={change.to} />}
      {!change.isSecret && field?.kind !== 'permissions' && (
        <>
          <del>{said(change.from)}</del> <span aria-hidden="true">→</span> <ins>{said(change.to)}</ins>
        </>
      )}
    </li>
  )
}

/** What an entry changed, each field in a line; the rest when it is opened. */
export const EntryLines = ({ entry, changes }: { entry: ActivityEntry; changes: Changes }) => {
  const all = changes.of(entry)
  if (all.length === 0) return null
  return (
    <ul className="from-to">
      {all.slice(0, mostLines).map((change) => (
        <Line key={change.field} change={change} field={changes.fieldOf(entry, change)} nameOf={changes.nameOf} />
      ))}
      {all.length > mostLines && <li className="dim">{t('and {count} more', { count: all.length - mostLines })}</li>}
    </ul>
  )
}
