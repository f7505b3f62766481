import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../ui-shared/api/client.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { mostOffered } from '../options.ts'
import { OneOfMany } from './one-of.tsx'

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

/** Who of the staff made a record: those whom the rows of the list name. */
export const AuthorFilter = ({ resource, author, placeholder, onChange }: Props) => {
  const [keyword, setKeyword] = useState('')
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
  return (
    <OneOfMany
      name="created_by"
      label={t('Author')}
      {...{ placeholder, options, onChange }}
      value={author}
      search={isMany ? setKeyword : undefined}
      chosen={[...offered, ...strange].find(({ value }) => value === author)}
    />
  )
}
