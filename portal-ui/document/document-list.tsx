import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { IndexPage } from '../index-page.tsx'
import { readListAddress } from '../list-address.ts'
import { DocumentSearch } from '../shell/document-search.tsx'
import { documentsQuery } from './document-queries.ts'

const Found = ({ name, link, extension }: { name: string; link: string; extension: string }) => {
  const isPdf = extension === 'pdf'
  return (
    <a href={link} {...(isPdf ? { type: 'application/pdf' } : { target: '_blank', rel: 'noopener noreferrer' })}>
      <Icon name="file" />
      <span dir="auto">{name}</span>
      {!isPdf && <span className="away">{t('(opens in a new tab)')}</span>}
    </a>
  )
}

/** What the search for documents found: PDFs open in the page, all else in a new tab (docs/specification/portal.md#addresses). */
export const Component = () => {
  const [query] = useSearchParams()
  const { keyword } = readListAddress(query)
  return (
    <IndexPage
      title={t('Documents')}
      {...(keyword ? { lead: t('Found by “{keyword}”', { keyword }) } : {})}
      tools={() => (
        <div className="documents-search">
          <DocumentSearch />
        </div>
      )}
      queryOf={documentsQuery}
      empty={keyword ? t('Document not found') : t('Type a part of its name into the search above.')}
      className="documents"
      item={(one) => <Found key={one.link} {...one} />}
    />
  )
}
