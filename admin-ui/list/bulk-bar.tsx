import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { usePreload } from '../../ui-shared/parts/use-preload.ts'
import type { BulkProps } from './more/bulk-acts.tsx'
import type { Selection } from './selection.ts'

const PageBox = ({ selection }: { selection: Selection }) => {
  const box = useRef<HTMLInputElement>(null)
  const isPart = selection.ids.size > 0 && !selection.isAllOnPage
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <label className="page-box">
      <input
        ref={box}
        className="check"
        type="checkbox"
        checked={selection.isAllOnPage}
        onChange={selection.togglePage}
      />
      <span>{t('Select all rows of this page')}</span>
    </label>
  )
}

// Loaded once there are rows to tick.
const loadActs = () => import('./more/bulk-acts.tsx')
const BulkActs = lazy(async () => ({ default: (await loadActs()).BulkActs }))

/** The box that ticks the page, and what can be done with what is ticked, in place of the headings: no row moves under the pointer. */
export const BulkBar = (props: BulkProps) => {
  const { selection, total } = props
  const [isWanted, setWanted] = useState(false)
  const count = selection.isMatching ? total : selection.ids.size
  if (count > 0 && !isWanted) setWanted(true)
  usePreload(loadActs)
  return (
    <div className={count > 0 ? 'bulk on no-print' : 'bulk no-print'} role="group" aria-label={t('Actions')}>
      <PageBox selection={selection} />
      <b role="status">{count > 0 && t('{count} selected', { count })}</b>
      {isWanted && (
        <Suspense>
          <BulkActs {...props} />
        </Suspense>
      )}
    </div>
  )
}
