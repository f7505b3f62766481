import { Field } from '../../ui-shared/fields/field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { TextWidget } from '../edit/fields/simple-widgets.tsx'
import { frameOf, type WidgetProps } from '../edit/fields/widget-props.ts'
import { textOf } from '../list/row.ts'
import { ownVerbs } from '../verbs/own-verbs.ts'
import { useVerb } from '../verbs/use-verb.ts'

/** The points of somebody new are typed; later their balance is shown, and changed with a reason. */
export const PointField = (props: WidgetProps) => {
  const { resource, row, isBusy } = props.form
  const me = useMe()
  const { run } = useVerb(resource)
  if (!row) return <TextWidget {...props} />
  return (
    <Field
      {...frameOf(props)}
      isRequired={false}
      isGroup
      hint={t('Every change is kept with its reason, in the history.')}
    >
      {() => (
        <div className="acts points">
          <b className="mono">{textOf(row, 'point')}</b>
          {ownVerbs(resource, row, me).map((own) => (
            <button
              key={own.name}
              type="button"
              className="btn small"
              disabled={isBusy}
              onClick={() => void run(row, own)}
            >
              {t(own.verb.label)}
            </button>
          ))}
        </div>
      )}
    </Field>
  )
}
