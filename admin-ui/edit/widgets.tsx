import { lazy, type ReactNode, Suspense } from 'react'
import type { Field as FieldDeclaration } from '../../domain/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { Counter } from '../../ui-shared/fields/field.tsx'
import { FileField } from '../../ui-shared/fields/file-field.tsx'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { Switch } from '../../ui-shared/fields/switch.tsx'
import { TextArea, TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { flagOf } from '../list/row.ts'
import { asPicture, asText } from './form-values.ts'
import { ReferenceField } from './reference-field.tsx'
import { useBound, type WidgetProps } from './use-bound.ts'

// The editor is large; forms without a text do not load it.
const loadEditor = () => import('./editor-field.tsx')
const EditorField = lazy(async () => ({ default: (await loadEditor()).EditorField }))

/** Starts loading what the form of a resource will need, while its record is still on the way. */
export const preloadWidgets = (resource: Resource): void => {
  // A failed load shows where the editor is drawn.
  if (Object.values(resource.fields).some(({ kind }) => kind === 'html')) loadEditor().catch(() => undefined)
}

const counted = 1_000

const TextWidget = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const { kind, max } = props.field
  const value = asText(input.value)
  const aside = max !== undefined && max <= counted && kind === 'text' ? <Counter text={value} max={max} /> : undefined
  return (
    <TextField
      {...frame}
      {...input}
      {...(aside ? { aside } : {})}
      dir="auto"
      type={kind === 'email' ? 'email' : 'text'}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'link' ? 'url' : undefined}
      value={value}
      disabled={props.isDisabled}
      readOnly={props.isBusy}
      onChange={(event) => set(event.target.value)}
    />
  )
}

const AreaWidget = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  return (
    <TextArea
      {...frame}
      {...input}
      dir={props.field.kind === 'css' ? 'ltr' : 'auto'}
      value={asText(input.value)}
      disabled={props.isDisabled}
      readOnly={props.isBusy}
      onChange={(event) => set(event.target.value)}
    />
  )
}

const FlagWidget = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const isOn = input.value === true
  const isLive = props.row !== null && isOn && flagOf(props.row, 'isLive')
  return (
    <Switch
      label={frame.label}
      hint={frame.hint}
      error={frame.error}
      name={input.name}
      ref={input.ref}
      onBlur={input.onBlur}
      checked={isOn}
      disabled={props.isDisabled || props.isBusy}
      state={isLive ? t('On the landing page now') : isOn ? t('Yes') : t('No')}
      onChange={(event) => set(event.target.checked)}
    />
  )
}

const PictureWidget = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const seed = props.row?.id ?? 'new'
  return (
    <FileField
      {...frame}
      seed={seed}
      value={asPicture(input.value)}
      disabled={props.isDisabled || props.isBusy}
      progress={props.progress}
      onChange={set}
    />
  )
}

const ChoiceWidget = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const options = (props.field.options ?? []).map((value) => ({ value, label: t(value) }))
  return (
    <SelectField
      {...frame}
      {...input}
      value={asText(input.value)}
      disabled={props.isDisabled || props.isBusy}
      options={options}
      onChange={(event) => set(event.target.value)}
    />
  )
}

const HtmlWidget = (props: WidgetProps) => (
  <Suspense
    fallback={
      <div className="f">
        <div className="label">{t(props.field.label)}</div>
        <div className="editor-wait" />
      </div>
    }
  >
    <EditorField {...props} />
  </Suspense>
)

const widgets: Readonly<Record<FieldDeclaration['kind'], (props: WidgetProps) => ReactNode>> = {
  text: TextWidget,
  email: TextWidget,
  link: TextWidget,
  integer: TextWidget,
  moment: TextWidget,
  date: TextWidget,
  emails: TextWidget,
  file: TextWidget,
  references: TextWidget,
  state: TextWidget,
  permissions: TextWidget,
  secret: TextWidget,
  object: AreaWidget,
  list: AreaWidget,
  tree: AreaWidget,
  longText: AreaWidget,
  css: AreaWidget,
  html: HtmlWidget,
  flag: FlagWidget,
  picture: PictureWidget,
  choice: ChoiceWidget,
  reference: ReferenceField,
}

/** The control of a field, by its kind. */
export const Widget = (props: WidgetProps) => {
  const Kind = widgets[props.field.kind]
  return <Kind {...props} />
}
