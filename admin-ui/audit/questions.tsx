import '../styles/audit.css'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'

/** What auditors ask, and the screen that answers it. */
const questions = [
  { words: 'What was changed, by whom, from what to what?', to: '/dashboard/activity_trail?type=Changes' },
  {
    words: 'Who changed somebody’s e-mail?',
    to: '/dashboard/activity_trail?type=Update&resource=employee&field=email',
  },
  { words: 'What happened to a record, also in Trash?', to: '/dashboard/audit/records' },
  { words: 'Who could do what on a day?', to: '/dashboard/audit/permissions' },
  { words: 'Which sign-ins failed?', to: '/dashboard/activity_trail?type=Login&outcome=failed' },
  { words: 'What was exported, and by whom?', to: '/dashboard/activity_trail?type=Export' },
  { words: 'How can it be proved to others?', to: '/dashboard/evidence' },
  { words: 'What went wrong?', to: '/dashboard/debug_log' },
] as const

/** The first screen of an auditor: the questions that they come with. */
export const AuditQuestions = () => (
  <section className="cell c4" aria-labelledby="audit-questions">
    <h2 className="caps" id="audit-questions">
      {t('Audit')}
    </h2>
    <ul className="questions">
      {questions.map(({ words, to }) => (
        <li key={to}>
          <Link className="link" to={to}>
            {t(words)}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
