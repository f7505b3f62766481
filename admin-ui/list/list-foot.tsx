import { type FormEvent, useEffect } from 'react'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Pager } from '../../ui-shared/pager.tsx'
import { type ListState, pageSizes } from './use-list-state.ts'

/** A page by its number. */
const PageJump = ({ pages, onPage }: { pages: number; onPage: (page: number) => void }) => {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = Number(new FormData(event.currentTarget).get('page'))
    event.currentTarget.reset()
    if (asked >= 1) onPage(Math.min(pages, Math.floor(asked)))
  }
  return (
    <form className="jump no-print" onSubmit={onSubmit}>
      <input
        className="in"
        type="number"
        name="page"
        min="1"
        max={pages}
        aria-label={t('Go to page')}
        placeholder={t('Go to page')}
      />
    </form>
  )
}

/** Rows per page, which rows these are, 'Page X of Y'. */
export const ListFoot = ({
  state,
  total,
  pages,
  isSettled,
  onSize,
  onPage,
}: {
  state: ListState
  /** How many rows there are; null when those that are asked for could not be loaded. */
  total: number | null
  pages: number
  /** False while the rows are those of what was asked before. */
  isSettled: boolean
  onSize: (size: number) => void
  onPage: (page: number, isTyping?: boolean) => void
}) => {
  // The last record of the last page may be gone: the list goes back to what is there.
  useEffect(() => {
    if (isSettled && state.page > pages) onPage(pages, true)
  })
  const count = total ?? 0
  const first = Math.min((state.page - 1) * state.per_page + 1, count)
  const last = Math.min(state.page * state.per_page, count)
  return (
    <div className="pager">
      <label>
        <span className="lbl">{t('Rows')}</span>
        <Select
          aria-label={t('Rows per page')}
          options={pageSizes.map((size) => ({ value: size, label: String(size) }))}
          value={state.per_page}
          onChange={(event) => onSize(Number(event.target.value))}
        />
      </label>
      {count > 0 && <span className="range dim">{t('{first}–{last} of {total}', { first, last, total: count })}</span>}
      {pages > 2 && <PageJump pages={pages} onPage={onPage} />}
      <Pager page={state.page} pages={pages} onPage={onPage} />
    </div>
  )
}
