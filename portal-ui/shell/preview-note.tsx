import { lazy, Suspense } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { isPlanned, momentWords } from '../../ui-shared/planned/moment-words.ts'

// It asks the server, which the portal of now never does for it.
const PlannedNote = lazy(async () => ({
  default: (await import('../../ui-shared/planned/planned-note.tsx')).PlannedNote,
}))

/** Tells staff that they see the portal as employees do, or as it was at a moment, and leads back. */
export const PreviewNote = () => {
  const moment = shownMoment()
  return (
    <section className="preview-note" aria-label={t('Preview')}>
      <div className="wrap">
        <span>
          {moment === null ? t('You see the portal as employees do.') : <strong>{momentWords(moment)}</strong>}
        </span>
        {moment !== null && isPlanned(moment) && (
          <Suspense>
            <PlannedNote moment={moment} />
          </Suspense>
        )}
        {moment !== null && (
          <a className="link" href={window.location.pathname + withMoment(window.location.search, null)}>
            {t('Back to now')}
          </a>
        )}
        <a className="link" href={`/dashboard${withMoment('', moment)}`}>
          {t('Back to the dashboard')}
        </a>
      </div>
    </section>
  )
}
