import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import type { TextControls } from '../text/text-controls.ts'
import { endFind, foundIn, goToMatch, replaceAll, replaceOne, seek } from './find.ts'
import './find-bar.css'

const wordsSelected = ({ view }: TextControls): string => {
  const { from, to, $from, $to } = view.state.selection
  return $from.sameParent($to) ? view.state.doc.textBetween(from, to) : ''
}

const Step = ({ label, icon, run }: { label: string; icon: 'up' | 'down'; run: () => void }) => (
  <button type="button" className="btn bare small" aria-label={label} title={label} onClick={run}>
    <Icon name={icon} />
  </button>
)

// Escape and Enter belong to the bar as long as the focus is in it.
const keysOf =
  (run: { close: () => void; next: () => void; before: () => void; replace: () => void }, isReplacing: () => boolean) =>
  (event: KeyboardEvent): void => {
    const { key, target } = event
    if (key === 'Escape') run.close()
    else if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'checkbox') return
    else if (event.shiftKey) run.before()
    else if (isReplacing()) run.replace()
    else run.next()
    event.preventDefault()
    event.stopPropagation()
  }

const countOf = (words: string, { count, at }: { count: number; at: number }): string => {
  if (!words) return ''
  return count ? t('{at} of {count}', { at, count }) : t('Nothing found')
}

/** Finds words in the text and replaces them: Enter goes on, Shift+Enter back, Escape ends it. */
export const FindBar = ({
  controls,
  found,
  disabled,
  onClose,
}: {
  controls: TextControls
  found: { count: number; at: number }
  disabled: boolean
  onClose: () => void
}) => {
  const id = useId()
  const { view } = controls
  const [words, setWords] = useState(() => wordsSelected(controls))
  const [isCaseKept, setCaseKept] = useState(false)
  const [instead, setInstead] = useState('')
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.select(), [])
  useEffect(() => {
    seek(view, { words, isCaseKept })
  }, [view, words, isCaseKept])
  const doing = (run: () => void) => () => {
    setSaid('')
    run()
  }
  const run = {
    close: () => {
      endFind(view)
      onClose()
    },
    next: doing(() => goToMatch(view, 1)),
    before: doing(() => goToMatch(view, -1)),
    replace: doing(() => {
      replaceOne(view, instead)
      // A button that can be pressed no more would lose the focus.
      if (foundIn(view.state).count === 0) field.current?.focus()
    }),
  }
  const all = () => {
    field.current?.focus()
    const count = replaceAll(view, instead)
    setSaid(t('{count, plural, one {# place was replaced.} other {# places were replaced.}}', { count }))
  }
  const isOff = disabled || found.count === 0
  return (
    <search
      className="find-bar"
      aria-label={t('Find and replace')}
      onKeyDown={keysOf(run, () => document.activeElement === second.current)}
    >
      <span className="find-pair">
        <label htmlFor={`${id}find`}>{t('Find')}</label>
        <input
          ref={field}
          id={`${id}find`}
          className="in"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </span>
      <Step label={t('Previous match')} icon="up" run={run.before} />
      <Step label={t('Next match')} icon="down" run={run.next} />
      <span role="status">{said || countOf(words, found)}</span>
      <label className="check-line">
        <input
          className="check"
          type="checkbox"
          checked={isCaseKept}
          onChange={(event) => setCaseKept(event.target.checked)}
        />
        {t('Match case')}
      </label>
      <span className="find-pair">
        <label htmlFor={`${id}put`}>{t('Replace with')}</label>
        <input
          ref={second}
          id={`${id}put`}
          className="in"
          value={instead}
          disabled={disabled}
          onChange={(event) => setInstead(event.target.value)}
        />
      </span>
      <button type="button" className="btn small" disabled={isOff} onClick={run.replace}>
        {t('Replace')}
      </button>
      <button type="button" className="btn small" disabled={isOff} onClick={all}>
        {t('Replace all')}
      </button>
      <button type="button" className="btn bare small end" onClick={run.close}>
        {t('Close')}
      </button>
    </search>
  )
}
