import { expect, it } from 'vitest'
import { askedIn, type Found, inOrder, isMeant } from '../../admin-ui/search/meant.ts'
import { wordsOf } from '../../ui-shared/search/words.ts'

const group = (title: string) => ({ title, items: [] })
const found: Found = {
  asked: null,
  isPlace: false,
  isAction: false,
  records: [group('records')],
  places: group('places'),
  actions: group('actions'),
  offers: group('offers'),
}
const orderOf = (other: Partial<Found>) => inOrder({ ...found, ...other }).map(({ title }) => title)

it('knows a verb by the beginning of its name, and by other words that are typed whole', () => {
  expect(askedIn('deact canteen menu')).toEqual({ verb: 'deactivate', rest: 'canteen menu' })
  expect(askedIn('hide canteen')).toEqual({ verb: 'deactivate', rest: 'canteen' })
  expect(askedIn('Remove canteen')).toEqual({ verb: 'delete', rest: 'canteen' })
  expect(askedIn('publish canteen')).toEqual({ verb: 'activate', rest: 'canteen' })
  expect(askedIn('schedule canteen')).toEqual({ verb: null, rest: 'canteen' })
  expect(askedIn('removal of canteen')).toBeNull()
  expect(askedIn('delete')).toBeNull()
})

it('takes the words that people use for what they mean, not the beginnings of others', () => {
  const make = { label: 'New post', also: 'add create write make a an' }
  for (const text of ['new', 'new post', 'add', 'write post', 'add a post'])
    expect(isMeant(make, wordsOf(text)), text).toBe(true)
  for (const text of ['post', 'a', 'ad', 'white', 'new scanner', 'write report', 'address'])
    expect(isMeant(make, wordsOf(text)), text).toBe(false)
})

it('offers no verb that nobody asked for above anything that was found', () => {
  expect(orderOf({})).toEqual(['records', 'places', 'actions', 'offers'])
  expect(orderOf({ isPlace: true })).toEqual(['places', 'records', 'actions', 'offers'])
  expect(orderOf({ isAction: true })).toEqual(['actions', 'records', 'places', 'offers'])
})

it('puts a verb that was typed first, and deleting below what it would take away', () => {
  expect(orderOf({ asked: { verb: 'activate', rest: 'x' } })).toEqual(['actions', 'records', 'places'])
  expect(orderOf({ asked: { verb: 'delete', rest: 'x' } })).toEqual(['records', 'actions', 'places'])
  expect(orderOf({ asked: { verb: null, rest: 'x' } })).toEqual(['records', 'actions', 'places'])
})
