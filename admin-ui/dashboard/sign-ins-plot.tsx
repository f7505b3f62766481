import { Link } from 'react-router-dom'
import { formatShortCalendarDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { type Summary, trailOf } from './summary.ts'

const [width, height, gap] = [700, 120, 6]

type Day = Summary['days'][number]

// A day has no zone: at noon it is the same day everywhere the site may be.

/** Bars of our own: those who came in, and on top of them those who did not. */
const Bars = ({ days }: { days: readonly Day[] }) => {
  const most = Math.max(1, ...days.map(({ signedIn, failed }) => signedIn + failed))
  const step = width / days.length
  const tall = (count: number) => (count / most) * height
  return (
    <svg viewBox={`0 0 ${width} ${height + 1}`} className="bars" aria-hidden="true" preserveAspectRatio="none">
      {days.map(({ day, signedIn, failed }, index) => (
        <g key={day} transform={`translate(${index * step + gap / 2} 0)`}>
          <rect className="done" width={step - gap} y={height - tall(signedIn)} height={tall(signedIn)} />
          <rect className="failed" width={step - gap} y={height - tall(signedIn + failed)} height={tall(failed)} />
        </g>
      ))}
      <rect className="axis" y={height} width={width} height={1} />
    </svg>
  )
}

const Count = ({ count, to, words }: { count: number; to: string; words: string }) => (
  <td className="num mono">
    {count === 0 ? (
      count
    ) : (
      <Link className="link" to={to} aria-label={words}>
        {count}
      </Link>
    )}
  </td>
)

const DayRow = ({ day: { day, signedIn, failed } }: { day: Day }) => {
  const date = formatShortCalendarDay(day)
  const of = (outcome: string) => trailOf({ type: 'Login', outcome, from: day, to: day })
  return (
    <tr>
      <th scope="row">{date}</th>
      <Count count={signedIn} to={of('done')} words={t('{count} signed in on {date}', { count: signedIn, date })} />
      <Count count={failed} to={of('failed')} words={t('{count} failed on {date}', { count: failed, date })} />
    </tr>
  )
}

/** Sign-ins of the last days with those that failed, and the same as a table. */
export const SignInsPlot = ({ summary: { days, from, to } }: { summary: Summary }) => {
  const all = days.reduce((sum, { signedIn }) => sum + signedIn, 0)
  const failed = days.reduce((sum, one) => sum + one.failed, 0)
  return (
    <section className="cell c8">
      <h2>
        {t('Sign-ins, last {count} days', { count: days.length })}
        <Link className="link" to={trailOf({ type: 'Login', from, to })}>
          {t('All')}
        </Link>
      </h2>
      <figure>
        <Bars days={days} />
        <p className="ends dim mono" aria-hidden="true">
          <span>{formatShortCalendarDay(from)}</span>
          <span>{formatShortCalendarDay(to)}</span>
        </p>
        <figcaption className="legend-line">
          <span className="key done">{t('{count} signed in', { count: all })}</span>
          <span className="key failed">{t('{count} failed', { count: failed })}</span>
        </figcaption>
      </figure>
      <details>
        <summary>{t('Show as table')}</summary>
        <table>
          <caption className="away">{t('Sign-ins, last {count} days', { count: days.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Date')}</th>
              <th scope="col" className="num">
                {t('Signed in')}
              </th>
              <th scope="col" className="num">
                {t('Failed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <DayRow key={day.day} day={day} />
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
