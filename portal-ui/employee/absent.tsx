import { Link } from 'react-router-dom'
import type { ColleagueAbsence, PersonCard } from '../../domain/people/colleague.ts'
import { formatCalendarDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'

type Days = { from: string; until: string }

/** The days of an absence in words; one that has begun (`isNow`) is told by its end. */
export const absenceWords = ({ from, until }: Days, isNow: boolean): string => {
  const last = formatCalendarDay(until)
  if (isNow) return t('Away until {day}', { day: last })
  if (from === until) return t('Away on {day}', { day: last })
  return t('Away from {from} until {until}', { from: formatCalendarDay(from), until: last })
}

const Absence = ({ absence }: { absence: ColleagueAbsence }) => {
  const { stand_in: standIn } = absence
  return (
    <>
      <b>{absenceWords(absence, absence.isNow)}</b>
      {standIn && (
        <span>
          {t('Stand-in')}:{' '}
          <Link className="link" to={`/employee/${standIn.id}`} dir="auto">
            {standIn.name}
          </Link>
        </span>
      )}
    </>
  )
}

/** Below somebody in a list: that they are away today, until when, and who stands in. */
export const Absent = ({ person: { away } }: { person: Pick<PersonCard, 'away'> }) =>
  away && (
    <p className="absent">
      <Absence absence={away} />
    </p>
  )

/** On somebody's own page: the absences that are not over. */
export const Absences = ({ all }: { all: readonly ColleagueAbsence[] }) =>
  all.length > 0 && (
    <ul className="absences" aria-label={t('Absences')}>
      {all.map((absence) => (
        <li key={absence.id} className="absent">
          <Absence absence={absence} />
        </li>
      ))}
    </ul>
  )
