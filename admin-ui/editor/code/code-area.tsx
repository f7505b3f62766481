import { type Ref, useDeferredValue, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { cssProblems, cssTokens, htmlProblems, htmlTokens, type Problem, type Token } from './code-problems.ts'

// Beyond this, colours would make typing slow; the text itself stays as quick as any.
const mostColoured = 60_000

const languages = {
  html: { tokens: htmlTokens, problems: htmlProblems },
  css: { tokens: cssTokens, problems: cssProblems },
}

const Coloured = ({ tokens }: { tokens: readonly Token[] }) =>
  tokens.map(({ kind, text }, at) =>
    kind === 'words' ? (
      text
    ) : (
      <span key={at} className={`code-${kind}`}>
        {text}
      </span>
    ),
  )

const Lines = ({ count, bad }: { count: number; bad: ReadonlySet<number> }) =>
  Array.from({ length: count }, (_, at) => (
    <span key={at} className={bad.has(at + 1) ? 'is-bad' : undefined}>
      {at + 1}
    </span>
  ))

const startOfLine = (code: string, line: number): number =>
  code
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length + (line > 1 ? 1 : 0)

const Problems = ({ problems, onGo }: { problems: readonly Problem[]; onGo: (line: number) => void }) => (
  <div role="status">
    <ul className="code-problems">
      {problems.map(({ line, text, values }, at) => (
        <li key={`${line} ${at}`}>
          <button type="button" className="btn bare small" onClick={() => onGo(line)}>
            {t(text, values)}
          </button>
        </li>
      ))}
    </ul>
  </div>
)

/** A field for code with colours, line numbers, and what is wrong with it below; a plain text area in all that is typed. */
export const CodeArea = ({
  id,
  language,
  value,
  disabled,
  describedBy,
  field,
  onChange,
}: {
  id: string
  language: 'html' | 'css'
  value: string
  disabled: boolean
  describedBy?: string | undefined
  field?: Ref<HTMLTextAreaElement> | undefined
  onChange: (value: string) => void
}) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const colours = useRef<HTMLPreElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(field, () => area.current)
  const settled = useDeferredValue(value)
  const tokens = useMemo(
    () => (value.length > mostColoured ? [] : languages[language].tokens(value)),
    [language, value],
  )
  const problems = useMemo(() => languages[language].problems(settled), [language, settled])
  const follow = () => {
    const { scrollTop = 0, scrollLeft = 0 } = area.current ?? {}
    if (colours.current) Object.assign(colours.current, { scrollTop, scrollLeft })
    if (numbers.current) numbers.current.scrollTop = scrollTop
  }
  useLayoutEffect(follow)
  const go = (line: number) => {
    const from = startOfLine(value, line)
    const end = value.indexOf('\n', from)
    area.current?.focus()
    area.current?.setSelectionRange(from, end === -1 ? value.length : end)
    const height = (area.current?.scrollHeight ?? 0) / value.split('\n').length
    if (area.current) area.current.scrollTop = (line - 3) * height
  }
  const isColoured = tokens.length > 0
  return (
    <>
      <div className={isColoured ? 'code-area is-coloured' : 'code-area'}>
        <div ref={numbers} className="code-lines" aria-hidden="true">
          <Lines count={value.split('\n').length} bad={new Set(problems.map(({ line }) => line))} />
        </div>
        <div className="code-sheet">
          <pre ref={colours} aria-hidden="true">
            {isColoured && <Coloured tokens={tokens} />}
            {'\n'}
          </pre>
          <textarea
            ref={area}
            id={id}
            className="in code"
            value={value}
            rows={14}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            disabled={disabled}
            aria-describedby={describedBy}
            onScroll={follow}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      <Problems problems={problems} onGo={go} />
    </>
  )
}
