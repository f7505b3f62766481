/** What the address of a list says. `page` counts from 1; `category` is an id or slug, empty for all; `keyword` as typed. */
export type ListAddress = { page: number; category: string; keyword: string }

/** Reads the address; what is no page is the first. */
export const readListAddress = (query: URLSearchParams): ListAddress => {
  const page = query.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    category: query.get('category') ?? '',
    keyword: query.get('keyword') ?? '',
  }
}

/** The query string of the list with its question mark; the first page and what is empty are left out. */
export const listSearch = ({ page, ...others }: Partial<ListAddress>): string => {
  const query = new URLSearchParams(Object.entries(others).filter(([, value]) => value !== ''))
  if (page !== undefined && page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}
