import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../ui-shared/api/client.ts'
import { Select } from '../../../ui-shared/fields/select.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { mostOffered, searchFrom } from '../options.ts'

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

const authorsSchema = z.object({ data: z.array(z.object({ value: z.string(), label: z.string() })) })

const authorsQuery = (resource: string, asked: { keyword: string } | { author: string }) => {
  const query = { resource, limit: mostOffered + 1, ...asked }
  return queryOptions({
    queryKey: [resource, 'authors', query],
    queryFn: ({ signal }) => api.get('/utility/getAuthors', { query, as: authorsSchema, signal }),
    staleTime: 30_000,
  })
}

type Props = { resource: string; author: string; placeholder: string; onChange: (author: string) => void }

/** Who of the staff made a record: those whom the rows of the list name. Many are searched, few are quicker to read. */
export const AuthorFilter = ({ resource, author, placeholder, onChange }: Props) => {
  const [keyword, setKeyword] = useState('')
  const id = useId()
  const first = useQuery(authorsQuery(resource, { keyword: '' }))
  const isMany = (first.data?.data.length ?? 0) > mostOffered
  const found = useQuery({
    ...authorsQuery(resource, { keyword }),
    enabled: isMany && keyword !== '',
    placeholderData: keepPreviousData,
  })
  const offered = ((isMany && keyword !== '' ? found : first).data?.data ?? []).slice(0, mostOffered)
  const isStrange = author !== '' && !first.isPending && !offered.some(({ value }) => value === author)
  const asked = useQuery({ ...authorsQuery(resource, { author }), enabled: isStrange })
  // Who made none of what is listed any more stands as the address says it.
  const strange = isStrange ? [asked.data?.data[0] ?? { value: author, label: author }] : []
  const options = [...offered, ...(isMany ? [] : strange)]
  const label = t('Author')
  const plain = (
    <Select
      name="created_by"
      aria-label={label}
      {...{ placeholder, options }}
      value={author}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  if (options.length < searchFrom && !isMany) return plain
  return (
    <Suspense fallback={plain}>
      <span className="search-filter">
        <span className="away" id={`${id}label`}>
          {label}
        </span>
        <SearchSelect
          id={id}
          labelId={`${id}label`}
          describedBy={undefined}
          isInvalid={false}
          isRequired={false}
          isDisabled={false}
          {...{ placeholder, options, onChange }}
          value={author}
          search={isMany ? setKeyword : undefined}
          chosen={[...offered, ...strange].find(({ value }) => value === author)}
        />
      </span>
    </Suspense>
  )
}
