import { Icon } from './drawings/icons.tsx'
import { t } from './i18n.ts'

/** Previous and next with 'Page X of Y'; each is disabled at its end. */
export const Pager = ({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) => (
  <span className="steps">
    <button
      type="button"
      className="btn small"
      disabled={page <= 1}
      aria-label={t('Previous page')}
      onClick={() => onPage(page - 1)}
    >
      <Icon name="left" />
    </button>
    <span>{t('Page {page} of {pages}', { page, pages })}</span>
    <button
      type="button"
      className="btn small"
      disabled={page >= pages}
      aria-label={t('Next page')}
      onClick={() => onPage(page + 1)}
    >
      <Icon name="right" />
    </button>
  </span>
)
