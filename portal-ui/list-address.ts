/** What the address of the post list says. `page` counts from 1; `category` is an id or slug, empty for all. */
export type ListAddress = { page: number; category: string }

/** Reads the address; what is no page is the first. */
export const readListAddress = (query: URLSearchParams): ListAddress => {
  const page = query.get('page') ?? ''
  return { page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1, category: query.get('category') ?? '' }
}

/** The query string of the list with its question mark; the first page and no category are left out. */
export const listSearch = ({ page, category }: ListAddress): string => {
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}
