import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Option } from '../../ui-shared/api/answers.ts'
import { Select } from '../../ui-shared/fields/select.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { IndexPage } from '../index-page.tsx'
import { listSearch } from '../list-address.ts'
import { categoriesQuery, postsQuery } from '../queries.ts'
import { Story } from './story.tsx'

// A category of the address that is not offered (by slug, or inactive by now) is shown as it is written.
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === '' || options.some(({ value }) => String(value) === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

// Most houses never switch it on.
const Follow = lazy(async () => ({ default: (await import('../digest/follow.tsx')).Follow }))

const CategoryFilter = ({ chosen }: { chosen: string }) => {
  const { data: options = [] } = useQuery(categoriesQuery)
  const isTold = useConfig().digests === true && useMe()?.type === 'employee'
  const followed = options.find(({ value }) => String(value) === chosen)
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
      {isTold && followed && (
        <Suspense>
          <Follow key={followed.value} category={Number(followed.value)} />
        </Suspense>
      )}
    </div>
  )
}

/** All posts, four on a page; the address says which category and page. */
export const Component = () => (
  <IndexPage
    title={t('News')}
    tools={({ category }) => <CategoryFilter chosen={category} />}
    queryOf={postsQuery}
    empty={t('No Post Found')}
    item={(post, place, search) => (
      <Story key={post.id} post={post} heading="h2" listSearch={search} isFirst={place === 0} />
    )}
  />
)
