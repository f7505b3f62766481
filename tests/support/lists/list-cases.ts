import type { Resource } from '../../../domain/resource.ts'
import type { ListOptions } from '../../../projections/list.ts'

const usual: ListOptions = { page: 1, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff' }

/** What people ask of a list that `fillTable` filled: pages, keywords, status, filters by a choice, and every order. */
export const listCases = (resource: Resource, lastPage = 2): [string, ListOptions][] => {
  const { filters = [], sortable = [] } = resource.list
  const choices = filters.flatMap((name): [string, ListOptions][] => {
    const [option] = resource.fields[name]?.options ?? []
    return option ? [[`${name} ${option}`, { ...usual, filters: { [name]: option } }]] : []
  })
  const orders = [...sortable, 'id'].flatMap((name) => [name, `-${name}`])
  return [
    ['page 1', usual],
    [`page ${lastPage}`, { ...usual, page: lastPage }],
    // Of the first and second row; three letters are as few as the index knows.
    ['keyword of 8', { ...usual, keyword: 'c4ca4238' }],
    ['keyword of 3', { ...usual, keyword: 'c4c' }],
    ['keyword of 2', { ...usual, keyword: 'c4' }],
    ['active', { ...usual, status: 'active' }],
    ['inactive', { ...usual, status: 'inactive' }],
    ['trash', { ...usual, scope: 'trash' }],
    ...choices,
    ...orders.map((sort): [string, ListOptions] => [`by ${sort}`, { ...usual, sort }]),
  ]
}
