import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Pager } from '../../ui-shared/pager.tsx'
import { type ListState, pageSizes } from './use-list-state.ts'

/** Rows per page, which rows these are, 'Page X of Y'. */
export const ListFoot = ({
  state,
  total,
  pages,
  onSize,
  onPage,
}: {
  state: ListState
  /** How many rows there are; null when those that are asked for could not be loaded. */
  total: number | null
  pages: number
  onSize: (size: number) => void
  onPage: (page: number) => void
}) => {
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
      <Pager page={state.page} pages={pages} onPage={onPage} />
    </div>
  )
}
