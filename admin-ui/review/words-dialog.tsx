import { type ReactNode, useState } from 'react'
import { useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { TextArea } from '../../ui-shared/fields/text-field.tsx'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts } from '../../ui-shared/profile/small-form.tsx'
import { PleaseWait } from '../../ui-shared/states.tsx'

type Asked = {
  title: string
  /** What is said above the field. */
  children: ReactNode
  label: string
  /** What is said where nothing was written; words may be left out when it is absent. */
  missing?: string
  /** Sends them, and answers what comes once no copy of them is left here. @throws ApiError */
  act: (words: string) => Promise<() => void>
  onClose: () => void
}

const Form = ({ title, children, label, missing, act, onClose, kept }: Asked & { kept: KeptForm }) => {
  const [words, setWords] = useState(() => {
    const typed = kept.found?.values.words
    return typeof typed === 'string' ? typed : ''
  })
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (): Record<string, string> => (missing !== undefined && words.trim() === '' ? { words: missing } : {}),
    act: async () => {
      const then = await act(words)
      await kept.drop()
      then()
    },
  })
  return (
    <form className="fields" onSubmit={onSubmit} noValidate>
      {children}
      <KeptNotice kept={kept} />
      <TextArea
        label={label}
        name="words"
        rows={4}
        maxLength={10_000}
        isRequired={missing !== undefined}
        autoFocus
        value={words}
        error={errorOf('words')}
        onChange={({ target: { value } }) => {
          setWords(value)
          kept.keep(value === '' ? null : { words: value })
        }}
      />
      {refusal && (
        <p className="notice bad" role="alert">
          {refusal.join(' ')}
        </p>
      )}
      <Acts go={title} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

/** Asks for words to somebody else. What is typed outlives a reload, and closing. @param place names what they are about on this device */
export const WordsDialog = ({ place, ...asked }: Asked & { place: string }) => {
  const kept = useKeptForm(place)
  return (
    <Dialog title={asked.title} onClose={asked.onClose}>
      {kept.found === undefined ? <PleaseWait /> : <Form key={kept.round} {...asked} kept={kept} />}
    </Dialog>
  )
}
