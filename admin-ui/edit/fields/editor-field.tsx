import * as z from 'zod/mini'
import { libraryFile } from '../../../domain/library.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { withProgress } from '../../../ui-shared/api/send-with-progress.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { Library } from '../../../ui-shared/fields/library-button.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import type { FindFiles } from '../../editor/blocks/library-files.ts'
import { ContentEditor } from '../../editor/content-editor.tsx'
import type { SendPicture } from '../../editor/pictures/uploads.ts'
import { goOn } from '../text/go-on.ts'
import { takeHanded } from '../text/handed.ts'
import { AddressBox } from '../links/address-box.tsx'
import { asText } from './field-values.ts'
import { useLinkSuggestions } from '../links/link-suggestions.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

export { blocksOf } from '../../editor/html/blocks.ts'

const uploadedSchema = z.object({ data: z.object({ location: z.string() }) })

/** Sends a picture of a text to the library; answers where it lies (D8, T6). */
const upload: SendPicture = async (file, onProgress) => {
  const body = new FormData()
  body.set('file', file)
  const share = onProgress ? { send: withProgress(onProgress) } : {}
  return (await api.post('/utility/uploadFiles', { body, as: uploadedSchema, ...share })).data.location
}

const filesSchema = z.object({ data: z.array(libraryFile) })

const findFiles: FindFiles = async (keyword) =>
  (await api.get('/utility/getFiles', { query: { keyword, type: 'file' }, as: filesSchema })).data

/** HTML in the editor, with the CSS that goes with it where the record has such a field. */
export const EditorField = (props: WidgetProps) => {
  const { css, onChange } = props
  const frame = frameOf(props)
  const suggest = useLinkSuggestions('anything')
  return (
    <Field {...frame} isGroup>
      {({ id, labelId, ...ties }) => (
        <div id={id}>
          <ContentEditor
            value={{ content: asText(props.value), css: css?.value ?? '' }}
            disabled={props.isDisabled || props.form.isBusy}
            labelledBy={labelId}
            {...(ties['aria-describedby'] ? { describedBy: ties['aria-describedby'] } : {})}
            onUpload={upload}
            library={Library}
            findFiles={findFiles}
            suggest={suggest}
            AddressBox={AddressBox}
            hasCss={css !== undefined}
            begin={(view) => goOn(view, takeHanded(props.path))}
            onChange={(next) => {
              onChange(next.content)
              css?.onChange(next.css)
            }}
          />
          {props.isDisabled && !frame.hint && <p className="hint">{t('You may read this, not change it.')}</p>}
        </div>
      )}
    </Field>
  )
}
