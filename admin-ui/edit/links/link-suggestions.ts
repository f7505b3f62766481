import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../../ui-shared/api/client.ts'
import type { Suggestion } from '../../../ui-shared/fields/suggest.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { type Row, rowsSchema, textOf, titleOf } from '../../list/row.ts'
import { entries } from '../../resources.ts'

const mostOfEach = 5

/** `fields` are what a row is asked for beside its id and what it is called. */
type Source = { name: string; label: string; area: string | null; fields: string; addressOf: (row: Row) => string }

const pages: readonly Source[] = entries.flatMap(({ name, label, area, pageAt }) =>
  pageAt === undefined
    ? []
    : [{ name, label, area, fields: ',slug', addressOf: ({ slug }: Row) => `${pageAt}${slug ?? ''}` }],
)

const placesIn = /\{(\w+)\}/g

const others: readonly Source[] = entries.flatMap(({ name, label, area, readAt }) => {
  if (readAt === undefined) return []
  const fields = [...readAt.matchAll(placesIn)].flatMap(([, field]) => (field === 'id' ? [] : [`,${field}`])).join('')
  const addressOf = (row: Row) => readAt.replace(placesIn, (_, field) => textOf(row, field))
  return [{ name, label, area, fields, addressOf }]
})

const sources: Readonly<Record<'pages' | 'anything', readonly Source[]>> = { pages, anything: [...pages, ...others] }

const foundIn = async ({ name, label, fields, addressOf }: Source, keyword: string): Promise<Suggestion[]> => {
  const query = { keyword, status: 'active', per_page: mostOfEach, fields: `id,label${fields}` }
  const found = await api.get(`/${name}`, { query, as: rowsSchema })
  return found.data.map((row) => ({ value: addressOf(row), label: titleOf(row), note: t(label) }))
}

// Of an address of the site its last part is what a page can be found by; of others nothing is.
const keywordOf = (typed: string): string =>
  /^(https?:|mailto:|tel:|\/\/)/i.test(typed) ? '' : (typed.split('/').at(-1) ?? '').trim()

/** Finds what a link may lead to by its name, among what this person reads: pages of the portal, or files and people as well. */
export const useLinkSuggestions = (of: keyof typeof sources): ((typed: string) => Promise<Suggestion[]>) => {
  const me = useMe()
  const client = useQueryClient()
  return useCallback(
    async (typed) => {
      const keyword = keywordOf(typed)
      if (keyword === '') return []
      const read = sources[of].filter(({ area }) => can(me, `r-${area}`))
      const found = await client.fetchQuery({
        queryKey: ['suggested links', of, keyword],
        queryFn: () => Promise.all(read.map((source) => foundIn(source, keyword))),
        staleTime: 30_000,
        retry: false,
      })
      return found.flat()
    },
    [me, client, of],
  )
}
