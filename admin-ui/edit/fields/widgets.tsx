import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { fieldsWithin } from '../../../domain/fields/walk.ts'
import type { FieldKind } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { EarlyText } from '../text/early-text.tsx'
import { FileWidget } from './file-widget.tsx'
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
const load = {
  html: () => import('./editor-field.tsx'),
  references: () => import('./references-field.tsx'),
  permissions: () => import('./permissions-field.tsx'),
  link: () => import('../links/link-widget.tsx'),
  secret: () => import('./secret-widget.tsx'),
  object: () => import('./object-field.tsx'),
  list: () => import('./list-field.tsx'),
  tree: () => import('./tree-field.tsx'),
}
const isLoaded = (kind: FieldKind): kind is keyof typeof load => Object.hasOwn(load, kind)

/** Loads what the form of a resource is drawn with. Its editor is large, and not waited for; `isFirst`: it comes behind the first paint. */
export const preloadWidgets = async (resource: Resource, isFirst: boolean): Promise<void> => {
  const kinds = new Set(
    Object.values(resource.fields)
      .flatMap(fieldsWithin)
      .map(({ kind }) => kind),
  )
  // A failed load shows where the control is drawn.
  if (!isFirst && kinds.has('html')) load.html().catch(() => undefined)
  await Promise.allSettled([...kinds].flatMap((kind) => (isLoaded(kind) && kind !== 'html' ? [load[kind]()] : [])))
}

// A tab in the background paints nothing.
const painted = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 300)
    requestAnimationFrame(() => setTimeout(resolve))
  })

// Large, so it waits until the text can be read.
const EditorField = lazy(async () => {
  await painted()
  return { default: (await load.html()).EditorField }
})
const ReferencesField = lazy(async () => ({ default: (await load.references()).ReferencesField }))
const PermissionsField = lazy(async () => ({ default: (await load.permissions()).PermissionsField }))
const LinkWidget = lazy(async () => ({ default: (await load.link()).LinkWidget }))
const SecretWidget = lazy(async () => ({ default: (await load.secret()).SecretWidget }))
const ObjectField = lazy(async () => ({ default: (await load.object()).ObjectField }))
const ListField = lazy(async () => ({ default: (await load.list()).ListField }))
const TreeField = lazy(async () => ({ default: (await load.tree()).TreeField }))

const widgets: Readonly<Record<FieldKind, (props: WidgetProps) => ReactNode>> = {
  text: TextWidget,
  email: TextWidget,
  link: (props) => <LinkWidget {...props} />,
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
  references: (props) => <ReferencesField {...props} />,
  choice: ChoiceWidget,
  // Verbs change it; the form shows it as a given one (given-field.tsx).
  state: () => null,
  permissions: (props) => <PermissionsField {...props} />,
  secret: (props) => <SecretWidget {...props} />,
  object: (props) => <ObjectField {...props} />,
  list: (props) => <ListField {...props} />,
  tree: (props) => <TreeField {...props} />,
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
      {own || isLoaded(props.field.kind) ? (
        <Suspense fallback={<Wait {...props} />}>
          <Kind {...props} />
        </Suspense>
      ) : (
        <Kind {...props} />
      )}
    </div>
  )
}
