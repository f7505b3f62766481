import { useEffect, useRef } from 'react'
import { t } from '../i18n.ts'

/** A refused field: its name in the form and the sentence. */
export type SummaryLine = { name: string; message: string }

/** What is wrong with a form, with links to the fields; takes the focus. `attempt` counts submits, so that each is announced. */
export const ErrorSummary = ({
  lines,
  attempt,
  onGo,
}: {
  lines: readonly SummaryLine[]
  attempt: number
  onGo: (name: string) => void
}) => {
  const box = useRef<HTMLDivElement>(null)
  const isShown = lines.length > 0
  useEffect(() => {
    if (isShown && attempt > 0) box.current?.focus()
  }, [isShown, attempt])
  if (!isShown) return null
  return (
    <div className="summary" ref={box} tabIndex={-1} role="alert">
      <h2>{t('Some fields need another look')}</h2>
      <ul>
        {lines.map(({ name, message }) => (
          <li key={name}>
            <button type="button" className="link" onClick={() => onGo(name)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
