import { formatDateTime } from '../date.tsx'
import { t } from '../i18n.ts'
import type { KeptForm } from './use-kept-form.ts'

/** Says that a form begins with what was typed before, and lets it begin anew. */
export const KeptNotice = ({ kept: { found, discard } }: { kept: KeptForm }) =>
  found && (
    <p className="notice" role="status">
      <span>{t('What you typed on {time} is here again. It was not sent.', { time: formatDateTime(found.at) })}</span>
      <button type="button" className="btn small end" onClick={discard}>
        {t('Discard')}
      </button>
    </p>
  )
