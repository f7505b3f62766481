import type { PersonDetail } from '../../domain/people/colleague.ts'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { saveFile } from '../../ui-shared/save-file.ts'
import { messageLink, telephoneLink } from './telephone.ts'
import { vcardOf } from './vcard.ts'

// Drawn here alone, so that no other screen loads them.
const drawings = {
  mail: 'M2 3.500h12v9H2zM2 4l6 5 6-5',
  message: 'M2 3h12v8H7l-3 3v-3H2z',
  phone:
    'M3.500 2h2.500l1.200 3-1.700 1.200a8 8 0 0 0 4.300 4.300L11 8.800l3 1.200v2.500a1.500 1.500 0 0 1-1.600 1.500C7 13.600 2.400 9 2 3.600A1.500 1.500 0 0 1 3.500 2z',
}

const Way = ({ to, icon, words }: { to: string; icon: keyof typeof drawings; words: string }) => (
  <li>
    <a className="btn" href={to}>
      <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
        <path d={drawings[icon]} />
      </svg>
      {words}
    </a>
  </li>
)

/** How to reach a colleague, one touch each: call, message, mail, and their card for one's own contacts. */
export const Reach = ({ person }: { person: PersonDetail }) => {
  const company = siteTitleOf(useConfig())
  const number = person.phone_number || person.office_phone
  const save = () => saveFile(`${person.fullname}.vcf`, vcardOf(person, company), 'text/vcard')
  return (
    <ul className="reach" aria-label={t('Reach {name}', { name: person.display_name })}>
      {number && <Way to={telephoneLink(number)} icon="phone" words={t('Call')} />}
      {person.phone_number && <Way to={messageLink(person.phone_number)} icon="message" words={t('Text message')} />}
      {person.email && <Way to={`mailto:${person.email}`} icon="mail" words={t('Write an e-mail')} />}
      <li>
        <button type="button" className="btn" onClick={save}>
          <Icon name="user" />
          {t('Save contact')}
        </button>
      </li>
    </ul>
  )
}
