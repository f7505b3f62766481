import { describe, expect, test } from 'vitest'
import { post } from '../../domain/resources/post.ts'
import { changed, matchQuery, readListState, whyEmpty } from '../../admin-ui/list/use-list-state.ts'

const read = (query: string) => readListState(new URLSearchParams(query), post)

const unfiltered = {
  created_by: '',
  created_at_from: '',
  created_at_until: '',
  published_at_from: '',
  published_at_until: '',
  draft: '',
}

describe('the state of a list in its address', () => {
  test('has its defaults', () => {
    expect(read('')).toEqual({
      page: 1,
      per_page: 20,
      keyword: '',
      status: '',
      sort: '',
      filters: { category: '', ...unfiltered },
    })
  })

  test('is read back whole', () => {
    expect(read('page=3&per_page=50&keyword=quay&status=inactive&category=2')).toEqual({
      page: 3,
      per_page: 50,
      keyword: 'quay',
      status: 'inactive',
      sort: '',
      filters: { category: '2', ...unfiltered },
    })
  })

  test.each(['page=0', 'page=-1', 'page=x', 'per_page=7', 'per_page=1000', 'status=gone'])(
    'takes %s for the default',
    (query) => {
      expect(read(query)).toEqual(read(''))
    },
  )

  test('leaves defaults out', () => {
    expect(changed(new URLSearchParams('keyword=a&per_page=50&page=2'), { per_page: 20, keyword: '' }).toString()).toBe(
      '',
    )
  })

  test('goes back to page 1 with everything but paging', () => {
    expect(changed(new URLSearchParams('page=4'), { keyword: 'a' }).toString()).toBe('keyword=a')
    expect(changed(new URLSearchParams('keyword=a&page=4'), { page: 5 }).toString()).toBe('keyword=a&page=5')
  })

  test.each([
    ['', 'nothing yet'],
    ['page=2&per_page=50', 'nothing yet'],
    ['status=deleted', 'empty trash'],
    ['status=deleted&keyword=quay', 'no match'],
    ['status=inactive', 'no match'],
    ['category=2', 'no match'],
  ])('knows why nothing is shown for "%s": %s', (query, why) => {
    expect(whyEmpty(read(query))).toBe(why)
  })

  test('says what matches without saying which page is shown', () => {
    expect(matchQuery(read('page=3&keyword=quay&category=2'), post)).toEqual({
      keyword: 'quay',
      status: '',
      category: '2',
      ...unfiltered,
    })
  })
})
