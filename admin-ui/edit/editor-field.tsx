import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { Field } from '../../ui-shared/fields/field.tsx'
import { Library } from '../../ui-shared/fields/file-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { ContentEditor } from '../editor/content-editor.tsx'
import { asText } from './form-values.ts'
import { useBound, type WidgetProps } from './use-bound.ts'

export { blocksOf } from '../editor/blocks.ts'

const uploadedSchema = z.object({ data: z.object({ location: z.string() }) })

/** Sends a picture of a text to the library; answers where it lies (spec/decisions D8, T6). */
const upload = async (file: File): Promise<string> => {
  const body = new FormData()
  body.set('file', file)
  return (await api.post('/utility/uploadFiles', { body, as: uploadedSchema })).data.location
}

/** The text of a record, HTML with its CSS, in the editor. The field named css goes with it. */
export const EditorField = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const { field: css } = useController({ name: 'css', control: props.control })
  return (
    <Field {...frame} isGroup>
      {({ id, labelId, ...ties }) => (
        <div id={id}>
          <ContentEditor
            value={{ content: asText(input.value), css: asText(css.value) }}
            disabled={props.isDisabled || props.isBusy}
            labelledBy={labelId}
            {...(ties['aria-describedby'] ? { describedBy: ties['aria-describedby'] } : {})}
            onUpload={upload}
            library={Library}
            onChange={(next) => {
              set(next.content)
              css.onChange(next.css)
            }}
          />
          {props.isDisabled && <p className="hint">{t('You may read this, not change it.')}</p>}
        </div>
      )}
    </Field>
  )
}
