import { firstEmployee } from './load.ts'

/** What is asked by whom, by the number of the round: an answer that is kept would say nothing. */
export type Asked = { by: 'user' | 'employee'; path: (turn: number) => string }

const staff = (path: Asked['path']): Asked => ({ by: 'user', path })
const colleague = (path: Asked['path']): Asked => ({ by: 'employee', path })

/** What the apps ask of so many employees, by name. */
export const askedOfPeople = (count: number): Readonly<Record<string, Asked>> => {
  const middle = firstEmployee + Math.floor(count / 100)
  const pages = Math.floor(count / 20)
  return {
    'list, page 1': staff((turn) => `/employee?per_page=${20 + turn}`),
    'list, page in the middle': staff((turn) => `/employee?page=${Math.floor(pages / 2) - turn}&per_page=20`),
    'list, last page': staff((turn) => `/employee?page=${pages - turn}&per_page=20`),
    'list, keyword of one': staff((turn) => `/employee?keyword=${firstEmployee + turn}&per_page=20`),
    'list, keyword of many': staff((turn) => `/employee?keyword=grace&per_page=${20 + turn}`),
    'list, two letters': staff((turn) => `/employee?keyword=gr&per_page=${20 + turn}`),
    'list, by division': staff((turn) => `/employee?division=${1_000 + turn}&per_page=20`),
    'list, by superior': staff((turn) => `/employee?empSuper=${firstEmployee + turn}&per_page=20`),
    'list, by name': staff((turn) => `/employee?sort=fullname&per_page=${20 + turn}`),
    'one record': staff((turn) => `/employee/${middle + turn}`),
    'choices, first': staff(() => '/utility/getEmployee?limit=101'),
    'choices, keyword': staff((turn) => `/utility/getEmployee?limit=101&keyword=grace%20${turn}`),
    'choices, two letters': staff(() => '/utility/getEmployee?limit=101&keyword=gr'),
    'chart, top': staff(() => '/employee/chart'),
    'chart, in the middle': staff((turn) => `/employee/chart?id=${middle + turn}`),
    'chart, on a day': staff((turn) => `/employee/chart?id=${middle + turn}&at=2026-01-01`),
    'search of all': staff((turn) => `/search?q=grace%20${turn}`),
    'directory by title': colleague(() => '/employee/by_title'),
    'directory by division': colleague(() => '/employee/by_division'),
    'directory by department': colleague(() => '/employee/by_department'),
    'directory, keyword of one': colleague((turn) => `/employee/by_division?keyword=${firstEmployee + turn}`),
    'directory, keyword of many': colleague(() => '/employee/by_division?keyword=grace'),
    colleague: colleague((turn) => `/employee/${middle + turn}/with_co`),
    'chart of a colleague': colleague((turn) => `/employee/chart?id=${middle + turn}`),
    'landing page': colleague(() => '/utility/portal'),
  }
}
