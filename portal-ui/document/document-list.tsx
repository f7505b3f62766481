import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { IndexPage } from '../index-page.tsx'
import { readListAddress } from '../list-address.ts'
import { DocumentSearch } from '../shell/document-search.tsx'
import { documentsQuery } from './document-queries.ts'

/** What the search for documents found; each opens in a new tab (docs/specification/portal.md#addresses). */
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
      item={({ name, link }) => (
        <a key={link} href={link} target="_blank" rel="noopener noreferrer">
          <Icon name="file" />
          <span dir="auto">{name}</span>
          <span className="away">{t('(opens in a new tab)')}</span>
        </a>
      )}
    />
  )
}
