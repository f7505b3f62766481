import { callOk } from '../server.ts'
import type { Ask } from './asks.ts'

const text = Array.from({ length: 6 }, (_, at) => `<p>${`Paragraph ${at} says something. `.repeat(8)}</p>`).join('')
const posts = 200

/** Writes the posts that are read, and answers what people ask for: seven of a hundred requests are writes. */
export const mixOf = async (url: string, staff: string, employees: readonly string[]): Promise<Ask[]> => {
  const [category] = await callOk(url, staff, 'GET', '/api/category')
  const fields = { excerpt: 'About many things', category: category.id, content: text }
  const slugs: string[] = []
  for (let at = 0; at < posts; at += 1)
    slugs.push((await callOk(url, staff, 'POST', '/api/post', { ...fields, name: `Read by many ${at}` })).slug)
  const pages = Array.from({ length: posts / 20 }, (_, at) => `/api/post?page=${at + 1}&per_page=20`)
  const by = (tokens: readonly string[], share: number, paths: readonly string[]): Ask[] =>
    paths.flatMap((path, at) => ({ path, token: tokens[at % tokens.length] ?? '', share }))
  return [
    ...by(
      employees,
      2,
      slugs.map((slug) => `/api/post/${slug}`),
    ),
    ...by(employees, 100, ['/api/utility/portal', '/api/me']),
    ...by([staff], 15, pages),
    ...by([staff], 50, [
      '/api/post?keyword=many&per_page=20',
      '/api/employee?per_page=20',
      '/api/utility/activity_log?per_page=20',
    ]),
    { path: '/', token: '', share: 100 },
    { path: '/api/category', token: staff, share: 40, fields: {} },
    { path: '/api/post', token: staff, share: 30, fields },
  ]
}
