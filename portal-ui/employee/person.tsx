import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { type Service, socialLink } from '../../domain/fields/social-link.ts'
import { mostSubordinates, type PersonCard, type PersonDetail } from '../../domain/people/colleague.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Back, DetailPage } from '../detail-page.tsx'
import { Absences, Absent } from './absent.tsx'
import { personQuery } from './directory-queries.ts'
import { Card, Face } from './person-card.tsx'
import { Reach } from './reach.tsx'
import { telephoneLink } from './telephone.ts'
import '../styles/employee.css'

/** A profile as a link; what was kept before only handles and addresses were taken stays a text. */
const social =
  (service: Service) =>
  (value: string): ReactNode => {
    const address = socialLink(service, value)
    if (address === null) return value
    return (
      <a className="link" href={address} target="_blank" rel="noopener noreferrer">
        {value.replace(/^https?:\/\/(www\.)?/, '')}
      </a>
    )
  }

const dialled = (value: string): ReactNode => (
  <a className="link" href={telephoneLink(value)}>
    {value}
  </a>
)

const contactOf = ({ email, linkedln, facebook, instagram, ...others }: PersonDetail): [string, ReactNode][] =>
  [
    [
      t('Email'),
      email,
      (value: string) => (
        <a className="link" href={`mailto:${value}`}>
          {value}
        </a>
      ),
    ] as const,
    [t('Phone number'), others.phone_number, dialled] as const,
    [t('Office phone'), others.office_phone, dialled] as const,
    [t('Office address'), others.office_address, (value: string) => <span className="lines">{value}</span>] as const,
    [t('LinkedIn'), linkedln, social('linkedin')] as const,
    [t('Facebook'), facebook, social('facebook')] as const,
    [t('Instagram'), instagram, social('instagram')] as const,
  ].flatMap(([label, value, shown]): [string, ReactNode][] => (value ? [[label, shown(value)]] : []))

const Line = ({ title, people }: { title: string; people: readonly PersonCard[] }) =>
  people.length > 0 && (
    <section className="people-group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="people">
        {people.map((person) => (
          <li key={person.id}>
            <Card person={person} />
            <Absent person={person} />
          </li>
        ))}
      </ul>
    </section>
  )

/** A colleague: who they are, how to reach them, whom they report to and who reports to them. */
export const Component = () => {
  const { id = '' } = useParams()
  return (
    <DetailPage query={personQuery(id)} title={t('People')} missing={t('No employee found')} className="directory">
      {(person) => (
        <>
          <div className="who">
            <Face person={person} />
            <div>
              <Back to="/employee" />
              <h1 dir="auto">{person.display_name}</h1>
              <p dir="auto">{person.fullname}</p>
              <p className="dim">
                {[person.title?.title_name, person.division?.name, person.departement?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </div>
          <Absences all={person.absences} />
          <Reach person={person} />
          <section aria-label={t('Contact details')}>
            <h2 className="away">{t('Contact details')}</h2>
            <dl className="facts">
              {contactOf(person).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <Line title={t('Reports to')} people={person.superOrdinateDetails} />
          <Line title={t('Subordinates')} people={person.subOrdinateDetails} />
          {person.subOrdinateDetails.length === mostSubordinates && (
            <p>{t('Only the first are shown. The org chart has all of them.')}</p>
          )}
          <Link className="link" to={`/employee/${person.id}/org_chart`}>
            {t('Org chart')}
          </Link>
        </>
      )}
    </DetailPage>
  )
}
