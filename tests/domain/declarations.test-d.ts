import { integer, text } from '../../domain/fields/field.ts'
import { draftFields, publishing } from '../../domain/fields/draft.ts'
import { focus } from '../../domain/fields/focus.ts'
import { picture } from '../../domain/fields/reference.ts'
import { moment } from '../../domain/fields/time.ts'
import { defineResource, type EventOf, verbOf } from '../../domain/resource.ts'

// What tsc refuses in a declaration. A line that it takes all the same is an error too: that is what `@ts-expect-error` says.

const names = { name: 'thing', label: 'Thing', plural: 'things', area: 'thing' }
const fields = { name: text({ label: 'Name' }), number: integer({ label: 'Number' }), from: moment({ label: 'From' }) }
const events = { create: 'ThingCreated' } as const
const list = { columns: ['id', 'name', 'status'], search: ['name', 'slug'] } as const

defineResource({
  ...names,
  fields,
  events,
  recordLabel: ['name'],
  order: 'number',
  slug: 'name',
  unique: ['name'],
  activeBetween: ['from', 'from'],
  portal: { list: ['name'], detail: ['number'], filters: ['number'] },
  portalSearch: { by: ['name'], where: { name: 'this' } },
  list: {
    ...list,
    filters: ['created_at', 'unread', 'number'],
    bulk: ['number'],
    sort: '-number',
    sortable: ['label'],
  },
})

const thing = { ...names, fields, events, recordLabel: ['name'], list } as const

// @ts-expect-error
defineResource({ ...thing, recordLabel: ['naem'] })
// @ts-expect-error
defineResource({ ...thing, order: 'numbre' })
// @ts-expect-error
defineResource({ ...thing, slug: 'naem' })
// @ts-expect-error
defineResource({ ...thing, live: 'naem' })
// @ts-expect-error
defineResource({ ...thing, author: 'naem' })
// @ts-expect-error
defineResource({ ...thing, owner: 'naem' })
// @ts-expect-error
defineResource({ ...thing, unique: ['naem'] })
// @ts-expect-error
defineResource({ ...thing, broadcast: ['naem'] })
// @ts-expect-error
defineResource({ ...thing, activeBetween: ['from', 'untli'] })
// @ts-expect-error
defineResource({ ...thing, signsIn: { by: 'name', mail: 'naem' } })
// @ts-expect-error
defineResource({ ...thing, publishing })
defineResource({ ...thing, fields: { ...fields, ...draftFields }, publishing })
// @ts-expect-error
defineResource({ ...thing, portal: { list: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, portal: { list: [], detail: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, portal: { list: [], filters: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, portal: { list: [], neighboursBy: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, portalSearch: { by: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, portalSearch: { where: { naem: 'this' } } })
const inbox = { path: 't', title: 'T', receivers: '' }
defineResource({ ...thing, inbox: { number: 'T', lists: [{ ...inbox, where: { name: '' } }] } })
// @ts-expect-error
defineResource({ ...thing, inbox: { number: 'T', lists: [{ ...inbox, where: { naem: '' } }] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, columns: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, carries: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, search: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, filters: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, bulk: ['naem'] } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, sort: '-naem' } })
// @ts-expect-error
defineResource({ ...thing, list: { ...list, sortable: ['naem'] } })

defineResource({ ...thing, fields: { ...fields, text: text({ label: 'Text', shownWhen: { name: ['this'] } }) } })
// @ts-expect-error
defineResource({ ...thing, fields: { ...fields, text: text({ label: 'Text', shownWhen: { naem: ['this'] } }) } })
defineResource({
  ...thing,
  fields: { ...fields, logo: picture({ label: 'Logo' }), at: focus({ label: 'Point', of: 'logo' }) },
})
// @ts-expect-error
defineResource({ ...thing, fields: { ...fields, at: focus({ label: 'Point', of: 'logo' }) } })

const mode = { label: 'New', verb: 'create' }
defineResource({
  ...thing,
  sheets: { key: 'name', modes: { new: { ...mode, columns: { a: { field: 'number', example: '' } } } } },
})
// @ts-expect-error
defineResource({ ...thing, sheets: { key: 'naem', modes: {} } })
const wrong = { new: { ...mode, columns: { a: { field: 'naem', example: '' } } } } as const
// @ts-expect-error
defineResource({ ...thing, sheets: { key: 'name', modes: wrong } })

const verb = verbOf(fields)
const said = { on: 'ThingCounted', action: 'u', label: 'Count', done: 'Counted.' } as const
const input = { by: integer({ label: 'By', isRequired: true }) }
verb({ ...said, input, apply: ({ number }, { data }) => ({ number: (number ?? 0) + data.by }) })
// @ts-expect-error
verb({ ...said, apply: ({ numbre }) => ({ number: numbre }) })
// @ts-expect-error
verb({ ...said, apply: () => ({ numbre: 1 }) })
// @ts-expect-error
verb({ ...said, apply: () => ({ number: 'one' }) })
// @ts-expect-error
verb({ ...said, input, decide: (_state, { yb }) => [{ type: 'ThingCounted', data: { by: yb } }] })

// Events: those that a verb decides are its own or another verb's of the resource, and what names them elsewhere is one of these.
const counts = verb({ ...said, input, decide: (_state, data) => [{ type: 'ThingCounted', data }] })
const counted = defineResource({ ...thing, verbs: { counts } })
export const known: EventOf<typeof counted>[] = ['ThingCounted', counted.events.create]
// @ts-expect-error
export const unknown: EventOf<typeof counted>[] = ['ThingCuonted']
const slips = verb({ ...said, decide: () => [{ type: 'ThingCuonted', data: {} }] })
// @ts-expect-error
defineResource({ ...thing, verbs: { slips } })
