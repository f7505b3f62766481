import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { formFields } from './form-values.ts'
import type { WidgetProps } from './use-bound.ts'
import { Widget } from './widgets.tsx'

// The editor holds the CSS beside the text.
const isShown = (resource: Resource, name: string): boolean =>
  resource.fields[name]?.kind !== 'css' || !Object.values(resource.fields).some(({ kind }) => kind === 'html')

const defaultLayout = (resource: Resource): NonNullable<ScreenOverrides['layout']> => [
  {
    title: null,
    rows: formFields(resource)
      .filter(([name]) => isShown(resource, name))
      .map(([name]) => [name]),
  },
]

/** The controls of a form, in the rows of its layout. */
export const FormLayout = ({
  layout,
  ...shared
}: Omit<WidgetProps, 'name' | 'field'> & { layout: ScreenOverrides['layout'] }) => (
  <>
    {(layout ?? defaultLayout(shared.resource)).map(({ title, rows }) => (
      <div className="fields" key={title ?? ''}>
        {title && <h2 className="caps legend">{t(title)}</h2>}
        {rows.map((names) => {
          const controls = names.flatMap((name) => {
            const field = shared.resource.fields[name]
            return field ? [<Widget key={name} {...shared} name={name} field={field} />] : []
          })
          return controls.length === 1 ? (
            controls
          ) : (
            <div className="pair" key={names.join()}>
              {controls}
            </div>
          )
        })}
      </div>
    ))}
  </>
)
