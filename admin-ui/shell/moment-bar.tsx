import { useLocation } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { isPlanned, momentWords } from '../../ui-shared/planned/moment-words.ts'
import { PlannedNote } from '../../ui-shared/planned/planned-note.tsx'
import { askMoment, goToMoment } from './moment-dialog.tsx'

// They have no past of their own.
const ofNow =
  /^\/dashboard\/(calendar|checkpoints|debug_log|evidence|jobs|mail|operations|profile|post\/[^/]+\/opens)(\/|$)/

/** Says that a screen is as it was, and leads back. */
export const MomentBar = ({ moment }: { moment: string }) => {
  const isOfNow = ofNow.test(useLocation().pathname)
  return (
    <section className="moment" aria-label={t('As of…')}>
      <p role="status">
        <Icon name="calendar" />
        <strong>{momentWords(moment)}</strong>
        <span>{isOfNow ? t('This screen shows how things are now.') : t('Only to be read.')}</span>
      </p>
      {isPlanned(moment) && <PlannedNote moment={moment} />}
      <div className="acts no-print">
        <a className="btn small" href={`/${withMoment('?preview=1', moment)}`}>
          {t('View portal')}
        </a>
        <button type="button" className="btn small" onClick={askMoment}>
          {t('Another moment')}
        </button>
        <button type="button" className="btn small go" onClick={() => goToMoment(null)}>
          {t('Back to now')}
        </button>
      </div>
    </section>
  )
}
