import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadError, PleaseWait } from '../ui-shared/states.tsx'
import { type ListAddress, listSearch, readListAddress } from './list-address.ts'
import { PageLinks } from './page-links.tsx'
import { usePortalTitle } from './titles.ts'
import { useLastGood } from './use-last-good.ts'

export type PageOf<Row> = { data: Row[]; meta: { total_page: number; total_item: number } }

/** How a page of a list is asked for. */
export type PageQuery<Row> = (
  address: ListAddress,
) => UseQueryOptions<PageOf<Row>, Error, PageOf<Row>, (string | number)[]>

type Shape<Row> = {
  queryOf: PageQuery<Row>
  /** What is said when there is nothing. */
  empty: string
  /** One entry; `search` is the query string of the list, for the way back. */
  item: (row: Row, place: number, search: string) => ReactNode
  /** The class of what the entries stand in. */
  className?: string
}

const Results = <Row,>({ queryOf, empty, item, className, address }: Shape<Row> & { address: ListAddress }) => {
  const { data, error, refetch } = useQuery(queryOf(address))
  const kept = useLastGood(data, `${address.category} ${address.keyword}`)
  const failed = error && <LoadError message={error.message} onRetry={() => void refetch()} />
  // Those that were there stay when others could not be loaded; while they are loading it is said.
  const shown = data ?? (error ? kept : undefined)
  if (!shown) return failed || <PleaseWait />
  if (shown.data.length === 0) return failed || <p className="blank">{empty}</p>
  const search = listSearch(address)
  return (
    <>
      {failed}
      <div className={className}>{shown.data.map((row, place) => item(row, place, search))}</div>
      <PageLinks
        page={address.page}
        pages={shown.meta.total_page}
        searchOf={(page) => listSearch({ ...address, page })}
      />
    </>
  )
}

/** A list of the portal: heading, what stands beside it, a page of entries and the way to the others. The address says which page. */
export const IndexPage = <Row,>({
  title,
  lead,
  tools,
  ...shape
}: Shape<Row> & { title: string; lead?: string; tools?: (address: ListAddress) => ReactNode }) => {
  const [query] = useSearchParams()
  const address = readListAddress(query)
  usePortalTitle(title)
  return (
    <div className="stories">
      <header className="first">
        <div>
          <h1>{title}</h1>
          {lead && <p className="lede">{lead}</p>}
        </div>
        {tools?.(address)}
      </header>
      <Results {...shape} address={address} />
    </div>
  )
}
