import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { fieldsWithin } from '../../../domain/fields/walk.ts'
import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { painted } from '../../../ui-shared/parts/late.ts'
import { part } from '../../../ui-shared/parts/part.tsx'
import { EarlyText } from '../text/early-text.tsx'
import { FileWidget } from './file-widget.tsx'
import { ObjectField } from './object-field.tsx'
import { ReferenceField } from './reference-field.tsx'
import {
  AreaWidget,
  ChoiceWidget,
  DateWidget,
  DecimalWidget,
  EmailsWidget,
  FlagWidget,
  MomentWidget,
  TextWidget,
} from './simple-widgets.tsx'
import type { WidgetProps } from './widget-props.ts'

// What is large or rare is loaded with the forms that have it.
const parts = {
  references: part(async () => (await import('./references-field.tsx')).ReferencesField),
  permissions: part(async () => (await import('./permissions-field.tsx')).PermissionsField),
  link: part(async () => (await import('../links/link-widget.tsx')).LinkWidget),
  secret: part(async () => (await import('./secret-widget.tsx')).SecretWidget),
  list: part(async () => (await import('./list-field.tsx')).ListField),
  tree: part(async () => (await import('./tree-field.tsx')).TreeField),
}
const isPart = (kind: FieldKind): kind is keyof typeof parts => Object.hasOwn(parts, kind)

const loadEditor = () => import('./editor-field.tsx')

/** Loads what these fields of a form are drawn with. Its editor is large, and not waited for; `isFirst`: it comes behind the first paint. */
export const preloadWidgets = async (fields: readonly Field[], isFirst: boolean): Promise<void> => {
  const kinds = new Set(fields.flatMap(fieldsWithin).map(({ kind }) => kind))
  // A failed load shows where the control is drawn.
  if (!isFirst && kinds.has('html')) loadEditor().catch(() => undefined)
  await Promise.allSettled([...kinds].flatMap((kind) => (isPart(kind) ? [parts[kind].load()] : [])))
}

// Large, so it waits until the text can be read.
const EditorField = lazy(async () => {
  await painted()
  return { default: (await loadEditor()).EditorField }
})

const widgets: Readonly<Record<FieldKind, (props: WidgetProps) => ReactNode>> = {
  text: TextWidget,
  email: TextWidget,
  link: parts.link.Part,
  integer: TextWidget,
  decimal: DecimalWidget,
  longText: AreaWidget,
  css: AreaWidget,
  html: (props) => <EditorField {...props} />,
  flag: FlagWidget,
  date: DateWidget,
  moment: MomentWidget,
  emails: EmailsWidget,
  picture: FileWidget,
  file: FileWidget,
  reference: ReferenceField,
  references: parts.references.Part,
  choice: ChoiceWidget,
  // Verbs change it; the form shows it as a given one (given-field.tsx).
  state: () => null,
  permissions: parts.permissions.Part,
  secret: parts.secret.Part,
  object: ObjectField,
  list: parts.list.Part,
  tree: parts.tree.Part,
}

const PartWait = ({ field }: WidgetProps) => (
  <div className="f">
    <div className="label">{t(field.label)}</div>
    <div className="part-wait" />
  </div>
)

type Own = { own?: ComponentType<WidgetProps> | undefined; look?: string | undefined }

/** The control of a field, by its kind unless it has one of its `own`. The path is how an error finds it. */
export const Widget = ({ own, look, ...props }: WidgetProps & Own) => {
  const Kind = own ?? widgets[props.field.kind]
  const Wait = props.field.kind === 'html' ? EarlyText : PartWait
  return (
    <div className={look ? `spot ${look}` : 'spot'} data-path={props.path}>
      {own || props.field.kind === 'html' || isPart(props.field.kind) ? (
        <Suspense fallback={<Wait {...props} />}>
          <Kind {...props} />
        </Suspense>
      ) : (
        <Kind {...props} />
      )}
    </div>
  )
}
