import { type FormEvent, useRef, useState } from 'react'
import { textOf } from '../../domain/json.ts'
import { longestComment } from '../../domain/shapes/comments.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { randomKey } from '../../ui-shared/api/client.ts'
import { TextArea } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { keptTexts } from '../../ui-shared/kept/kept-texts.ts'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'

type Props = {
  /** Under which name this device keeps what is typed. */
  place: string
  label: string
  action: string
  before?: string
  /** Sends it; the key is the same until what is said has arrived. */
  send: (said: { text: string; key: string }) => Promise<Written>
  onSent: (written: Written) => Promise<unknown>
  onCancel?: () => void
}

const problemOf = (text: string): string | undefined => {
  if (text === '') return t('Please fill the required field.')
  if ([...text].length <= longestComment) return undefined
  return t('{label} has at most {max} characters', { label: t('Comment'), max: longestComment })
}

const useSendOnce = (send: Props['send']) => {
  const sent = useRef({ key: '', text: '' })
  return async (text: string) => {
    if (sent.current.text !== text || sent.current.key === '') sent.current = { key: randomKey(), text }
    const written = await send(sent.current)
    sent.current = { key: '', text: '' }
    return written
  }
}

const Fields = ({
  kept,
  label,
  action,
  before = '',
  send,
  onSent,
  onCancel,
}: Omit<Props, 'place'> & { kept: KeptForm }) => {
  const { textOf: typed, onInput } = keptTexts(kept, { text: before })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sendOnce = useSendOnce(send)
  const run = async (area: HTMLTextAreaElement) => {
    const text = area.value.trim()
    const wrong = problemOf(text)
    setProblem(wrong)
    if (wrong !== undefined) return area.focus()
    setBusy(true)
    try {
      const written = await sendOnce(text)
      area.value = before
      await kept.drop()
      await onSent(written)
    } catch (error) {
      // What was typed stays in its place.
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const area = event.currentTarget.querySelector('textarea')
    if (!isBusy && area) void run(area)
  }
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        label={label}
        name="text"
        rows={3}
        isRequired
        autoFocus={onCancel !== undefined}
        defaultValue={textOf(typed('text'))}
        error={problem}
        readOnly={isBusy}
      />
      <div className="acts">
        <button type="submit" className="btn go" aria-disabled={isBusy}>
          {isBusy ? t('Please Wait') : action}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
      </div>
    </form>
  )
}

/** Where somebody writes a comment: what is typed is kept on the device until it is sent. */
export const WordsForm = ({ place, ...props }: Props) => {
  const kept = useKeptForm(place)
  if (kept.found === undefined) return null
  return (
    <>
      <KeptNotice kept={kept} />
      <Fields key={kept.round} kept={kept} {...props} />
    </>
  )
}
