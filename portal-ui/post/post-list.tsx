import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Option } from '../../ui-shared/api/answers.ts'
import { Select } from '../../ui-shared/fields/select.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type ListAddress, listSearch, readListAddress } from '../list-address.ts'
import { PageLinks } from '../page-links.tsx'
import { categoriesQuery, postsQuery } from '../queries.ts'
import { usePortalTitle } from '../titles.ts'
import { Story } from './story.tsx'

// A category of the address that is not offered (by slug, or inactive by now) is shown as it is written.
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || options.some(({ value }) => String(value) === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

const CategoryFilter = ({ chosen }: { chosen: string }) => {
  const { data: options = [] } = useQuery(categoriesQuery)
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const choose = (category: string) => void navigate({ search: listSearch({ page: 1, category }) })
  return (
    <div className="choose">
      <Select
        ref={select}
        aria-label={t('Category')}
        placeholder={t('Select a category')}
        options={withChosen(options, chosen)}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      />
      {chosen && (
        <button
          type="button"
          className="btn bare"
          aria-label={t('Clear the category')}
          title={t('Clear the category')}
          onClick={() => {
            // This button goes; whoever used the keyboard stays at the filter.
            select.current?.focus()
            choose('')
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

const Results = ({ address }: { address: ListAddress }) => {
  const { data, error, refetch } = useQuery(postsQuery(address))
  if (!data) return error ? <LoadError message={error.message} onRetry={() => void refetch()} /> : <PleaseWait />
  if (data.data.length === 0) return <p className="blank">{t('No Post Found')}</p>
  const search = listSearch(address)
  return (
    <>
      {data.data.map((post, index) => (
        <Story key={post.id} post={post} heading="h2" listSearch={search} isFirst={index === 0} />
      ))}
      <PageLinks
        page={address.page}
        pages={data.meta.total_page}
        searchOf={(page) => listSearch({ ...address, page })}
      />
    </>
  )
}

/** All posts, four on a page; the address says which category and page. */
export const PostList = () => {
  const [query] = useSearchParams()
  const address = readListAddress(query)
  usePortalTitle(t('News'))
  return (
    <div className="stories">
      <header className="first">
        <h1>{t('News')}</h1>
        <CategoryFilter chosen={address.category} />
      </header>
      <Results address={address} />
    </div>
  )
}
