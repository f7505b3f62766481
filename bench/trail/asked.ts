import type { ActivityOptions } from '../../projections/activity/page.ts'
import { addresses, requests } from './ground.ts'

export const perPage = 20

/** A filter, and the share of all entries that it leaves, as far as pages of it go. */
type Filter = { asked: Partial<ActivityOptions>; share: number }

/** What a trail is filtered by: each filter alone, where it leaves many and where it leaves few, and some together. */
const filters: Readonly<Record<string, Filter>> = {
  'of all': { asked: {}, share: 1 },
  'of changes': { asked: { type: 'Changes' }, share: 0.8 },
  'of a type': { asked: { type: 'Create' }, share: 0.2 },
  'of a rare type': { asked: { type: 'Restore' }, share: 0 },
  'of a kind': { asked: { resource: 'page' }, share: 0.2 },
  'of a rare kind': { asked: { resource: 'role' }, share: 0 },
  'of a person': { asked: { actor: { type: 'user', id: '7' } }, share: 0.035 },
  'of one who does little': { asked: { actor: { type: 'user', id: '99' } }, share: 0 },
  'of a job that runs by itself': { asked: { actor: { type: 'system', id: 'publishing' } }, share: 0.3 },
  'of a record': { asked: { resource: 'post', recordId: 6 }, share: 0.01 },
  'of a record of few': { asked: { resource: 'post', recordId: 77 }, share: 0 },
  'by field': { asked: { resource: 'post', field: 'name' }, share: 0.36 },
  'by another field': { asked: { resource: 'post', field: 'stage' }, share: 0.04 },
  'by value': { asked: { resource: 'post', field: 'stage', value: 'approved' }, share: 0.01 },
  'by a value of few': { asked: { resource: 'post', field: 'name', value: 'post 20' }, share: 0 },
  'by a value that was never': { asked: { resource: 'post', field: 'name', value: 'nothing' }, share: 0 },
  'of a month': { asked: { from: '2025-03-01', to: '2025-03-31' }, share: 0.034 },
  'of seconds': { asked: { from: '2025-01-01T10:00:00', to: '2025-01-02T09:59:59' }, share: 0 },
  'until a day': { asked: { to: '2024-06-30' }, share: 0.2 },
  'from an address': { asked: { addresses: [addresses.most] }, share: 0.03 },
  'from another address': { asked: { addresses: [addresses.some] }, share: 0.003 },
  failed: { asked: { type: 'Login', outcome: 'failed' }, share: 0.033 },
  'done sign-ins': { asked: { type: 'Login', outcome: 'done' }, share: 0.066 },
  'of a request': { asked: { request: requests.many }, share: 0.05 },
  'of another request': { asked: { request: requests.few }, share: 0 },
  'of a job': { asked: { job: '00000000-0000-4000-8000-000000000001' }, share: 0.05 },
  'by text, a person': { asked: { keyword: 'person7' }, share: 0.034 },
  'by text, a record': { asked: { keyword: 'title 77' }, share: 0 },
  'by text, many people': { asked: { keyword: 'person' }, share: 0.69 },
  'by text, nothing': { asked: { keyword: 'zebra' }, share: 0 },
  'by text, every record': { asked: { keyword: 'title' }, share: 0.4 },
  'by text, and a type': { asked: { keyword: 'person7', type: 'Create' }, share: 0.007 },
  'by text, and a rare type': { asked: { keyword: 'person', type: 'Restore' }, share: 0 },
  'by text, of a kind': { asked: { keyword: 'person7', resource: 'page' }, share: 0.007 },
  'by text, in a month': { asked: { keyword: 'person7', from: '2025-03-01', to: '2025-03-31' }, share: 0.001 },
  'by text, and a field': { asked: { keyword: 'person7', resource: 'post', field: 'stage' }, share: 0.0014 },
  'by text, a record, of a person': { asked: { keyword: 'title 77', actor: { type: 'user', id: '7' } }, share: 0 },
  'of a person in a month': {
    asked: { actor: { type: 'user', id: '7' }, from: '2025-03-01', to: '2025-03-31' },
    share: 0.001,
  },
  'by field in a month': {
    asked: { resource: 'post', field: 'name', from: '2025-03-01', to: '2025-03-31' },
    share: 0.012,
  },
  'of a kind and a type of a person in a month': {
    asked: { resource: 'page', type: 'Create', actor: { type: 'user', id: '7' }, from: '2025-03-01', to: '2025-03-31' },
    share: 0,
  },
  'of a person and a type': { asked: { actor: { type: 'user', id: '7' }, type: 'Create' }, share: 0.007 },
  'of a person on a day': {
    asked: { actor: { type: 'user', id: '7' }, from: '2025-01-01', to: '2025-01-01' },
    share: 0,
  },
  'of a person, of a kind': { asked: { actor: { type: 'user', id: '7' }, resource: 'page' }, share: 0.007 },
  'of a kind and a type': { asked: { resource: 'page', type: 'Create' }, share: 0.04 },
  'of a kind in a month': { asked: { resource: 'page', from: '2025-03-01', to: '2025-03-31' }, share: 0.007 },
  'of a kind and a rare type': { asked: { resource: 'page', type: 'Restore' }, share: 0 },
  'of changes of a person by value': {
    asked: { actor: { type: 'user', id: '7' }, type: 'Changes', resource: 'post', field: 'stage', value: 'approved' },
    share: 0,
  },
}

const pageOf = (share: number) => Math.max(1, Math.floor(share))

/** Every filter with its first page, and, where there are more, one some pages on, in the middle, and at the end of so many entries. */
export const asked = (entries: number): readonly { name: string; options: Partial<ActivityOptions> }[] =>
  Object.entries(filters).flatMap(([name, { asked: options, share }]) => {
    const pages = (entries * share) / perPage
    const far: Readonly<Record<string, number>> =
      share < 0.005
        ? {}
        : { 'page 11': Math.min(11, pageOf(pages)), middle: pageOf(pages / 2), end: pageOf(pages * 0.98) }
    return [
      { name: `${name}, page 1`, options },
      ...Object.entries(far).map(([where, page]) => ({ name: `${name}, ${where}`, options: { ...options, page } })),
    ]
  })
