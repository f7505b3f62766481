import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../../ui-shared/overlay/unkept.ts'
import { CodeFields, type Content } from './code-fields.tsx'

/** 'Edit code': HTML and CSS of the text. `find` is a part of the HTML to start at. */
export const CodeDialog = ({
  value,
  find,
  hasCss,
  onApply,
  onClose,
}: {
  value: Content
  find: string
  hasCss?: boolean | undefined
  onApply: (value: Content) => void
  onClose: () => void
}) => {
  const [draft, setDraft] = useState(value)
  const html = useRef<HTMLTextAreaElement>(null)
  const isChanged = draft.content !== value.content || draft.css !== value.css
  useUnkept(isChanged)
  const at = find ? value.content.indexOf(find) : -1
  useLayoutEffect(() => {
    html.current?.focus()
    if (at !== -1) html.current?.setSelectionRange(at, at + find.length)
    else html.current?.setSelectionRange(0, 0)
  }, [at, find])
  const leave = async () => {
    if (!isChanged || (await ask({ title: t('Discard the changed code?'), action: t('Discard'), isDanger: true })))
      onClose()
  }
  return (
    <Dialog title={t('Edit code')} size="wide" onClose={() => void leave()}>
      <CodeFields value={draft} onChange={setDraft} htmlField={html} hasCss={hasCss} />
      <div className="acts">
        <button type="button" className="btn" onClick={() => void leave()}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" onClick={() => onApply(draft)}>
          {t('Apply')}
        </button>
      </div>
    </Dialog>
  )
}
