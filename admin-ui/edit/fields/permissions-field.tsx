import type { KeyboardEvent } from 'react'
import { areas, permissionsOf } from '../../../domain/permission.ts'
import { actionNames } from '../../../domain/shapes/action-names.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import '../../styles/permissions.css'
import { listOf } from '../../list/row.ts'
import { entries } from '../../resources.ts'
import { asTexts } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const actions = Object.entries(actionNames).map(([action, label]) => ({ action, label }))

const all = new Set(permissionsOf(entries))
const areaOf = (permission: string) => permission.slice(2)
const rows = [...new Set([...all].map(areaOf))].map((area) => ({
  area,
  title: areas[area]?.title ?? entries.find((entry) => entry.area === area)?.label ?? area,
}))

/** Whether all, some or none of the permissions are held, as a tick box says it. */
const Tick = ({
  label,
  names,
  held,
  disabled,
  mayGive,
  onToggle,
}: {
  label: string
  names: readonly string[]
  held: ReadonlySet<string>
  disabled: boolean
  /** True for what whoever fills in the form may give. */
  mayGive: (name: string) => boolean
  onToggle: (names: readonly string[], isOn: boolean) => void
}) => {
  const own = names.filter(mayGive)
  const count = names.filter((name) => held.has(name)).length
  const isAll = count === names.length
  return (
    <input
      type="checkbox"
      className="check"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      checked={isAll}
      disabled={disabled || own.length === 0}
      // Where some cannot be given, all that can be is as much as a tick can do.
      onChange={() => onToggle(own, !own.every((name) => held.has(name)))}
    />
  )
}

type Toggle = Pick<Parameters<typeof Tick>[0], 'held' | 'disabled' | 'mayGive' | 'onToggle'>

const AreaRow = ({ area, title, ...toggle }: { area: string; title: string } & Toggle) => {
  const names = actions.map(({ action }) => `${action}-${area}`).filter((name) => all.has(name))
  const isBlind = names.some((name) => toggle.held.has(name)) && !toggle.held.has(`r-${area}`)
  return (
    <tr>
      <th scope="row">
        <label>
          <Tick {...toggle} names={names} label={t('{area}: all', { area: t(title) })} /> {t(title)}
        </label>
        {isBlind && <p className="hint">{t('Without Read, none of this is of use: lists and forms need it.')}</p>}
      </th>
      {actions.map(({ action, label }) => {
        const name = `${action}-${area}`
        return (
          <td key={action}>
            {all.has(name) && (
              <Tick {...toggle} names={[name]} label={t('{area}: {action}', { area: t(title), action: t(label) })} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const tickAt = (table: HTMLTableElement, row: number, column: number): HTMLInputElement | null =>
  table.rows[row]?.cells[column]?.querySelector('input') ?? null

/** Arrows move from tick to tick, over places where there is none; Tab goes through all of them. */
const moveFocus = (event: KeyboardEvent<HTMLTableElement>) => {
  const [down, right] = steps[event.key] ?? [0, 0]
  const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>('td, th') : null
  const line = cell?.parentElement
  if (!cell || !(line instanceof HTMLTableRowElement) || (down === 0 && right === 0)) return
  event.preventDefault()
  const table = event.currentTarget
  for (let far = 1; far <= table.rows.length; far += 1) {
    const next = tickAt(table, line.rowIndex + down * far, cell.cellIndex + right * far)
    if (next && !next.disabled) return next.focus()
  }
}

const useToggle = ({ value, onChange, isDisabled, form }: WidgetProps): Toggle => {
  const me = useMe()
  const held = new Set(asTexts(value))
  // What the role held when the form was opened can be given back to it.
  const before = new Set(form.row ? listOf(form.row, 'perms') : [])
  return {
    held,
    disabled: isDisabled || form.isBusy,
    mayGive: (name) => can(me, name) || before.has(name),
    onToggle: (names, isOn) => {
      const next = new Set(held)
      for (const name of names) {
        if (!isOn) next.delete(name)
        else next.add(name).add(`r-${areaOf(name)}`)
      }
      onChange([...next].toSorted())
    },
  }
}

/** What may be done where: a row for each area, a column for each action, and a tick for all of either. */
export const PermissionsField = (props: WidgetProps) => {
  const toggle = useToggle(props)
  const hint = t('Create, Update, Delete and Publish tick Read as well. You can give what you hold yourself.')
  return (
    <Field {...frameOf(props)} hint={hint} isGroup>
      {() => (
        <div className="permissions">
          <table onKeyDown={moveFocus}>
            <thead>
              <tr>
                <th scope="col">{t('Area')}</th>
                {actions.map(({ action, label }) => {
                  const names = rows.map(({ area }) => `${action}-${area}`).filter((name) => all.has(name))
                  return (
                    <th scope="col" key={action}>
                      <label>
                        <Tick {...toggle} names={names} label={t('{action}: all', { action: t(label) })} />{' '}
                        <span>{t(label)}</span>
                      </label>
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <AreaRow key={row.area} {...row} {...toggle} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Field>
  )
}
