import '../styles/list.css'
import type { ReactNode } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'

type Props<One> = {
  asked: { data: readonly One[] | undefined; error: Error | null; refetch: () => unknown }
  /** What it is called, the headings of the first two columns, and what is said where there is none. */
  words: { caption: string; what: string; count: string; none: string }
  line: (one: One) => ReactNode
  /** What is said below. */
  children?: ReactNode
}

/** What one had the server do that takes a while, a line each: what, how much, how far it is, when, and what can be done with it. */
export const WorkList = <One,>({ asked: { data, error, refetch }, words, line, children }: Props<One>) => {
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} isSought />
  if (!data) return <PleaseWait />
  if (data.length === 0) return <EmptyState title={words.none} />
  return (
    <div className="sheet list">
      <table>
        <caption className="away">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col" className="num">
              {words.count}
            </th>
            <th scope="col">{t('Status')}</th>
            <th scope="col">{t('Date')}</th>
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>{data.map(line)}</tbody>
      </table>
      {children}
    </div>
  )
}
