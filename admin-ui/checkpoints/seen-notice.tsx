import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { useSeen, wrongWords } from './use-seen.ts'

/** Says on every screen that the log is not what this browser has seen, until somebody trusts it anew. */
export const SeenNotice = () => {
  const seen = useSeen().data?.seen
  const words = seen && wrongWords(seen)
  if (!words) return null
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{words.title}</strong> {words.meaning}{' '}
        <Link className="link" to="/dashboard/checkpoints">
          {t('See the checkpoints')}
        </Link>
      </p>
    </div>
  )
}
