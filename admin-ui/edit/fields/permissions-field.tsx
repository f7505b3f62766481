import { areas, permissionsOf } from '../../../domain/permission.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import '../../styles/permissions.css'
import { entries } from '../../resources.ts'
import { asTexts } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const actions = [
  { action: 'c', label: 'Create' },
  { action: 'r', label: 'Read' },
  { action: 'u', label: 'Update' },
  { action: 'd', label: 'Delete' },
] as const

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
  onToggle,
}: {
  label: string
  names: readonly string[]
  held: ReadonlySet<string>
  disabled: boolean
  onToggle: (names: readonly string[], isOn: boolean) => void
}) => {
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
      disabled={disabled}
      onChange={(event) => onToggle(names, event.target.checked)}
    />
  )
}

type Toggle = Pick<Parameters<typeof Tick>[0], 'held' | 'disabled' | 'onToggle'>

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

/** What may be done where: a row for each area, a column for each action, and a tick for all of either. */
export const PermissionsField = (props: WidgetProps) => {
  const held = new Set(asTexts(props.value))
  const toggle: Toggle = {
    held,
    disabled: props.isDisabled || props.form.isBusy,
    onToggle: (names, isOn) => {
      const next = new Set(held)
      for (const name of names) {
        if (!isOn) next.delete(name)
        else next.add(name).add(`r-${areaOf(name)}`)
      }
      props.onChange([...next].toSorted())
    },
  }
  return (
    <Field {...frameOf(props)} isGroup>
      {() => (
        <div className="permissions">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Area')}</th>
                {actions.map(({ action, label }) => {
                  const names = rows.map(({ area }) => `${action}-${area}`).filter((name) => all.has(name))
                  return (
                    <th scope="col" key={action}>
                      <Tick {...toggle} names={names} label={t('{action}: all', { action: t(label) })} /> {t(label)}
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
