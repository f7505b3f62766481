import { queryOptions } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { askChart } from '../../ui-shared/org-chart/chart-query.ts'
import { OrgChart } from '../../ui-shared/org-chart/org-chart.tsx'
import { Back, DetailPage } from '../detail-page.tsx'
import '../styles/employee.css'

const linesQuery = (id: string) =>
  queryOptions({
    queryKey: ['employee', 'chart', id],
    queryFn: async ({ signal }) => {
      const { people } = await askChart({ id }, signal)
      return { people, name: people.find((one) => String(one.id) === id)?.name ?? null }
    },
  })

const pathOf = (id: number) => `/employee/${id}/org_chart`

/** Reporting lines around a colleague, as they are today. */
export const Component = () => {
  const { id = '' } = useParams()
  return (
    <DetailPage
      query={linesQuery(id)}
      title={t('Org chart')}
      missing={t('No employee found')}
      className="article chart"
    >
      {({ people, name }) => (
        <>
          <Back to={`/employee/${id}`} />
          <h1 dir="auto">{name === null ? t('No employee found') : t('Reporting lines of {name}', { name })}</h1>
          <OrgChart people={people} focus={Number(id)} pathOf={pathOf} />
        </>
      )}
    </DetailPage>
  )
}
