import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../../domain/resource.ts'
import { searchedTexts } from '../../../domain/shapes/searched-texts.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { passageSchema } from '../../../ui-shared/search/hits.ts'
import { Pieces } from '../../../ui-shared/search/pieces.tsx'
import '../../styles/found.css'
import type { Row } from '../row.ts'

const foundSchema = z.object({ data: z.array(z.object({ id: z.number(), passage: passageSchema })) })

/** Below the name of a record: where its text says what was typed into the search of the list. All rows of a page ask at once. */
export const Found = ({ resource, rows, row, keyword }: FoundProps) => {
  const ids = rows.map(({ id }) => id).join()
  const { data } = useQuery({
    queryKey: [resource.name, 'passages', keyword, ids],
    queryFn: ({ signal }) =>
      api.get('/search/passages', { query: { resource: resource.name, keyword, ids }, as: foundSchema, signal }),
    enabled: searchedTexts(resource).length > 0,
  })
  const passage = data?.data.find(({ id }) => id === row.id)?.passage
  return (
    passage && (
      <span className="found-passage" dir="auto">
        <Pieces of={passage} />
      </span>
    )
  )
}

export type FoundProps = { resource: Resource; rows: readonly Row[]; row: Row; keyword: string }
