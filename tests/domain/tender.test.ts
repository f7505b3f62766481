import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../domain/event.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { fieldsWithin, leavesOfRecord, mapLeaves, pointsAt } from '../../domain/fields/walk.ts'
import { readInput } from '../../domain/read-input.ts'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf } from '../../domain/resource.ts'
import { when } from '../support/log/given.ts'
import { tender } from '../support/tender.ts'

const goods = {
  name: 'Chairs',
  number: '3',
  type: 'goods',
  pictures: JSON.stringify([
    { id: 'new_b', ordering: 2, thumbnail: 12, caption: 'Back' },
    { id: 'new_a', ordering: 1, thumbnail: 11, caption: 'Front' },
  ]),
  chapters: [{ title: 'One', url: '/a', children: [{ title: 'Part', children: [] }] }],
  contact: { name: 'Anna', since: '2026-02-28' },
  receivers: 'a@example.org, b@example.org',
  categories: '4,2',
  active_from: '2026-11-02T10:00:00+01:00',
}

const create = (sent: JsonObject) =>
  when(tender, [], { verb: 'create', values: readInput(tender, 'create', sent), slug: 'chairs' })

const refusals = (work: () => unknown): Record<string, string> => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return error.problems.length === 0
      ? { '': error.message }
      : Object.fromEntries(
          error.problems.map(({ property, constraints }) => [property, Object.values(constraints)[0] ?? '']),
        )
  }
  return {}
}

describe('composite fields', () => {
  it('are read from text or JSON, in the order that was asked for, and every entry gets a number', () => {
    const { state } = create(goods)
    expect(state.values).toMatchObject({
      pictures: [
        { id: 1000, thumbnail: 11, caption: 'Front' },
        { id: 1001, thumbnail: 12, caption: 'Back' },
      ],
      chapters: [{ id: 1002, title: 'One', url: '/a', children: [{ id: 1003, title: 'Part', url: '', children: [] }] }],
      contact: { name: 'Anna', since: '2026-02-28' },
      receivers: ['a@example.org', 'b@example.org'],
      categories: [4, 2],
      active_from: '2026-11-02T09:00:00.000Z',
      stage: 'draft',
    })
  })

  it('keep the numbers of entries and never give one twice', () => {
    const { events } = create(goods)
    const first = [
      { id: 1001, thumbnail: 12, caption: 'Back' },
      { id: 'new_1', thumbnail: 13, caption: '' },
    ]
    const second = when(tender, events, { verb: 'edit', values: readInput(tender, 'edit', { pictures: first }) })
    expect(second.state.values.pictures).toMatchObject([{ id: 1001 }, { id: 2000, thumbnail: 13 }])
    const values = readInput(tender, 'edit', { pictures: [{ id: 1000, thumbnail: 11 }] })
    expect(refusals(() => when(tender, [...events, ...second.events], { verb: 'edit', values }))).toHaveProperty(
      'pictures',
    )
  })

  it('say where a problem is', () => {
    const sent = {
      ...goods,
      pictures: [{ id: 'new_1', thumbnail: null, caption: 'x'.repeat(256) }],
      chapters: [
        {
          id: 'new_7',
          title: '',
          children: [{ title: 'a', children: [{ title: 'b', children: [{ title: 'too deep' }] }] }],
        },
      ],
      contact: { since: '2026-02-30', phone: 1 },
      receivers: 'a@example.org,nobody',
      categories: '4,4',
    }
    expect(Object.keys(refusals(() => readInput(tender, 'create', sent))).toSorted()).toEqual([
      'categories',
      'chapters[new_3_3]',
      'chapters[new_7].title',
      'contact',
      'contact.since',
      'pictures[new_1].caption',
      'pictures[new_1].thumbnail',
      'receivers[1]',
    ])
  })

  it('refuse more than they hold without looking at each', () => {
    const many = Array.from({ length: 100_000 }, () => ({ title: '' }))
    expect(refusals(() => readInput(tender, 'create', { ...goods, chapters: many }))).toEqual({
      chapters: 'Chapters has at most 30 entries',
    })
    expect(
      Object.keys(refusals(() => readInput(tender, 'create', { ...goods, pictures: Array(21).fill({}) }))),
    ).toEqual(['pictures'])
  })

  it('tell every record that they point at', () => {
    const { state } = create(goods)
    const pointed = leavesOfRecord(tender.fields, state.values).flatMap((leaf) => {
      const at = pointsAt(leaf)
      return at && at.ids.length > 0 ? [[leaf.path, at.to, ...at.ids]] : []
    })
    expect(pointed).toEqual([
      ['pictures[1000].thumbnail', 'file', 11],
      ['pictures[1001].thumbnail', 'file', 12],
      ['categories', 'category', 4, 2],
    ])
  })

  it('keep their shape when leaves are replaced', () => {
    const { state } = create(goods)
    const { chapters } = tender.fields
    if (!chapters) throw new Error('tenders have chapters')
    const before = state.values.chapters ?? []
    expect(mapLeaves('chapters', chapters, before, ({ value }) => value)).toEqual(before)
    expect(fieldsWithin(chapters).map(({ kind }) => kind)).toEqual(['tree', 'text', 'link'])
  })
})

describe('a field with conditions', () => {
  it('is required where it belongs, and refused elsewhere', () => {
    expect(refusals(() => create({ name: 'Road', number: 1, type: 'works' }))).toEqual({ content: 'Text is required' })
    expect(refusals(() => create({ ...goods, content: '<p>Hello</p>' }))).toEqual({
      content: 'Text does not belong here',
    })
    expect(create({ name: 'Road', number: 1, type: 'works', content: '<p>Hello</p>' }).state.status).toBe('active')
  })

  it('stays as it was made when it is fixed', () => {
    const { events } = create(goods)
    const edit = (type: string) => when(tender, events, { verb: 'edit', values: readInput(tender, 'edit', { type }) })
    expect(refusals(() => edit('works'))).toEqual({ type: 'Type cannot be changed' })
    expect(edit('goods').events).toEqual([])
  })

  it('comes from the server alone when it is supplied', () => {
    expect(refusals(() => readInput(tender, 'create', { ...goods, author: 5 }))).toHaveProperty('author')
    expect(readInput(tender, 'create', goods, { author: 5 })).toMatchObject({ author: 5 })
  })
})

describe('verbs with input', () => {
  const said = (verb: string, sent: JsonObject) => ({ verb, values: readInput(tender, verb, sent) })
  const { events } = create(goods)

  it('lead from state to state, and carry what was said', () => {
    const opened = when(tender, events, said('open', { note: 'Go' }))
    expect(opened.events).toEqual([{ type: 'TenderOpened', data: { note: 'Go' } }])
    expect(opened.state.values.stage).toBe('open')
    const closed = when(tender, [...events, ...opened.events], said('close', { note: 'Enough' }))
    expect(closed.state.values.stage).toBe('closed')
    const awarded = when(
      tender,
      [...events, ...opened.events, ...closed.events],
      said('award', { amount: 7, supplier: 'Oak' }),
    )
    expect(awarded.state.values).toMatchObject({ stage: 'closed', awarded: 7 })
  })

  it('are refused in other states, and change nothing when the same is said a second time', () => {
    expect(refusals(() => when(tender, events, said('close', { note: 'Too soon' })))).toHaveProperty('')
    const opened = [...events, ...when(tender, events, said('open', { note: 'Go' })).events]
    expect(when(tender, opened, said('open', { note: 'Go' })).events).toEqual([])
    // An edit in between does not make it another.
    const edited = [...opened, { type: 'TenderEdited', data: { name: 'Pine' } }]
    expect(when(tender, edited, said('open', { note: 'Go' })).events).toEqual([])
    expect(when(tender, opened, { verb: 'open' }).events).toEqual([])
    expect(refusals(() => when(tender, opened, said('open', { note: 'Again' })))).toHaveProperty('')
  })

  it('add to what was said where they start in the state that they lead to', () => {
    const [own] = Object.values(tender.verbs).filter(({ on }) => on === 'TenderOpened')
    if (!own) throw new Error('tenders are not opened')
    const growing = { ...tender, verbs: { ...tender.verbs, open: { ...own, from: ['draft', 'open'] } } }
    const opened = [...events, ...when(growing, events, said('open', { note: 'Go' })).events]
    expect(when(growing, opened, said('open', { note: 'Again' })).events).toMatchObject([{ data: { note: 'Again' } }])
    expect(when(growing, opened, said('open', { note: 'Go' })).events).toEqual([])
    expect(when(growing, opened, { ...said('open', { note: 'Go' }), hasSeen: true }).events).toHaveLength(1)
    expect(when(growing, opened, { verb: 'open' }).events).toEqual([])
  })

  it('ask for what they need', () => {
    expect(refusals(() => said('open', {}))).toEqual({ note: 'Note is required' })
    expect(refusals(() => said('award', { amount: 0, supplier: 'Oak', bribe: 1 }))).toHaveProperty('amount')
  })

  it('have events that their schemas accept', () => {
    const { TenderAwarded } = eventTypesOf([tender])
    const fits = (data: JsonObject) => TenderAwarded?.schema.safeParse(data).success
    expect(fits({ amount: 7, supplier: 'Oak' })).toBe(true)
    expect(fits({ amount: 7 })).toBe(false)
    expect(actionOf(tender, 'award')).toBe('u')
  })
})
