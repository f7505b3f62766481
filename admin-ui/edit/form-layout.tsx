import { isShown } from '../../domain/fields/composite.ts'
import type { Field, FieldKind } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useIsPainted } from '../../ui-shared/parts/late.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { asText, type FieldValue } from './fields/field-values.ts'
import type { FormValues } from './form-values.ts'
import type { FormOverrides } from './form-overrides.ts'
import { GivenField } from './fields/given-field.tsx'
import { standingOf } from './standing.ts'
import type { FormPart } from './fields/widget-props.ts'
import { Widget } from './fields/widgets.tsx'

type Layout = NonNullable<ScreenOverrides['layout']>

const fieldOf = (resource: Resource, kind: FieldKind) =>
  Object.entries(resource.fields).find(([, field]) => field.kind === kind)?.[0]

// Two of these share a row; anything else has one of its own.
const narrow: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'date', 'moment', 'choice', 'flag', 'state'])

/** What a form shows of a resource, also what it does not ask for. The editor holds the CSS beside the text, a picture its focal point. */
const shownFields = (resource: Resource, isNew: boolean): [string, Field][] =>
  Object.entries(resource.fields).filter(([, { kind, isDerived, isSupplied, isApart, focusOf }]) => {
    if (isApart || focusOf || (kind === 'css' && fieldOf(resource, 'html') !== undefined)) return false
    return kind === 'state' || isSupplied ? !isNew : !isDerived
  })

/** The rows of a form that nobody arranged: the fields as they are declared, narrow neighbours side by side. */
const defaultLayout = (resource: Resource, isNew: boolean): Layout => {
  const rows: string[][] = []
  let last: Field | undefined
  for (const [name, field] of shownFields(resource, isNew)) {
    const row = rows.at(-1)
    const isBeside =
      narrow.has(field.kind) && last !== undefined && narrow.has(last.kind) && row?.length === 1 && !field.shownWhen
    if (isBeside) row.push(name)
    else rows.push([name])
    last = field
  }
  return [{ title: null, rows }]
}

// How high the control of a field is, in lines of a text and its label; 1 for all others.
const lines: Readonly<Partial<Record<FieldKind, number>>> = {
  html: 6,
  list: 5,
  tree: 6,
  permissions: 10,
  picture: 3,
  longText: 2,
  css: 2,
}
const linePixels = 80
// What stands above every form at least: the bar of the app, and the head of the screen.
const abovePixels = 180

/** The rows of a form that a window shows, by an estimate of their heights; all others follow below them a moment later. */
const shownAtFirst = (parts: Layout, { fields }: Resource): Layout => {
  let left = (window.innerHeight - abovePixels) / linePixels
  return parts.flatMap((part) => {
    const rows = part.rows.filter((names) => {
      const isShownAtFirst = left > 0
      left -= Math.max(...names.map((name) => lines[fields[name]?.kind ?? 'text'] ?? 1))
      return isShownAtFirst
    })
    return rows.length > 0 ? [{ ...part, rows }] : []
  })
}

/** The parts of a form: as its screens arrange them, or as they follow from the declaration. */
export const partsOf = (layout: ScreenOverrides['layout'], resource: Resource, isNew: boolean): Layout =>
  layout ?? defaultLayout(resource, isNew)

/** What the fields of a form have in common. */
export type FormParts = {
  form: Omit<FormPart, 'Control'>
  values: FormValues
  set: (name: string, value: FieldValue) => void
  overrides?: FormOverrides
}

const Bound = ({ name, field, form, values, set, overrides }: FormParts & { name: string; field: Field }) => {
  const css = field.kind === 'html' ? fieldOf(form.resource, 'css') : undefined
  const focus = Object.entries(form.resource.fields).find(([, { focusOf }]) => focusOf === name)?.[0]
  const beside = (other: string | undefined) =>
    other === undefined ? undefined : { value: asText(values[other]), onChange: (value: string) => set(other, value) }
  const standing = standingOf(useMe(), form.resource, field, form.row === null)
  return (
    <Widget
      field={field}
      form={{ ...form, Control: Widget }}
      {...standing}
      path={name}
      own={overrides?.controls?.[name]}
      look={overrides?.looks?.[name]}
      value={values[name] ?? null}
      onChange={(value) => set(name, value)}
      css={beside(css)}
      focus={beside(focus)}
    />
  )
}

const Control = ({ name, field, ...shared }: FormParts & { name: string; field: Field }) => {
  if (!field.isSupplied && field.kind !== 'state') return <Bound {...{ name, field }} {...shared} />
  return <GivenField {...{ name, field }} row={shared.form.row} />
}

/**
 * The controls of a form, in the rows of its parts; fields that the record does not have are left out. On a first screen those that a window
 * does not show come behind its first paint.
 */
export const FormLayout = ({ parts, ...shared }: FormParts & { parts: Layout }) => {
  const { values } = shared
  const { resource } = shared.form
  const drawn = useIsPainted() ? parts : shownAtFirst(parts, resource)
  return drawn.map(({ title, rows }) => (
    <div className="fields" key={title ?? ''}>
      {title && <h2 className="caps legend">{t(title)}</h2>}
      {rows.map((names) => {
        const controls = names.flatMap((name) => {
          const field = resource.fields[name]
          return field && isShown(field, values) ? [<Control key={name} {...shared} {...{ name, field }} />] : []
        })
        if (controls.length <= 1) return controls
        return (
          <div className="pair" key={names.join()}>
            {controls}
          </div>
        )
      })}
    </div>
  ))
}
