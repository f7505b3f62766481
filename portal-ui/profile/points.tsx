import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import '../styles/points.css'

const entry = z.object({ at: z.string(), change: z.number(), balance: z.number(), reason: z.string() })
const answer = z.object({ data: z.object({ point: z.number(), entries: z.array(entry) }) })

/** Where the own points come from: each entry with its reason, newest first. Nothing while there are none. */
export const Points = () => {
  const { data } = useQuery({
    queryKey: ['me', 'points'],
    queryFn: async ({ signal }) => (await api.get('/me/points', { as: answer, signal })).data,
  })
  if (!data || data.entries.length === 0) return null
  return (
    <section className="points" aria-labelledby="points">
      <h2 id="points">{t('Statement of points')}</h2>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Date')}</th>
              <th scope="col">{t('Reason')}</th>
              <th scope="col" className="num">
                {t('Change')}
              </th>
              <th scope="col" className="num">
                {t('Balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.entries.map(({ at, change, balance, reason }) => (
              <tr key={`${at} ${balance}`}>
                <td>{formatDate(at)}</td>
                <td dir="auto">{reason}</td>
                <td className="num">{change > 0 ? `+${change}` : change}</td>
                <td className="num">{balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
