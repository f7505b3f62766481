import { expect, it } from 'vitest'
import type { DecidedEvent, PastEvent } from '../../domain/event.ts'
import { isPlainDraft } from '../../domain/publishing.ts'
import { readInput } from '../../domain/read-input.ts'
import { page } from '../../domain/resources/page.ts'
import { post } from '../../domain/resources/post.ts'
import { fold } from '../../domain/evolve.ts'
import { past, when } from '../support/log/given.ts'
import { sampleOf } from '../support/samples.ts'

const values = sampleOf(post)
const created = when(post, [], { verb: 'create', values, slug: 'some-name' }).events

it('is featured by the verb, with the moment it happened', () => {
  const { events, state } = when(post, created, { verb: 'feature' })
  expect(events).toEqual([{ type: 'PostFeatured', data: {} }])
  expect(state.values).toMatchObject({ featured: true, featured_at: '2026-11-02T09:00:00.000Z' })
})

it('is featured from the form when the switch is on', () => {
  const { events } = when(post, [], { verb: 'create', values: { ...values, featured: true }, slug: 'a' })
  expect(events.map((event) => event.type)).toEqual(['PostCreated', 'PostFeatured'])
  expect(events[0]?.data).not.toHaveProperty('featured')
})

it('is unfeatured by the form, together with other changes', () => {
  const featured = [...created, { type: 'PostFeatured', data: {} }]
  const { events, state } = when(post, featured, { verb: 'edit', values: { featured: false, name: 'Other' } })
  expect(events.map((event) => event.type)).toEqual(['PostEdited', 'PostUnfeatured'])
  expect(state.values).toMatchObject({ featured: false, featured_at: null, name: 'Other' })
})

it('keeps every address it ever had, the newest last', () => {
  const { state } = when(post, created, { verb: 'edit', values: {}, slug: 'new-name' })
  expect(state.slugs).toEqual(['some-name', 'new-name'])
})

it('comes back with a new address when the old one is taken', () => {
  const { events, state } = when(post, [...created, { type: 'PostDeleted', data: {} }], {
    verb: 'restore',
    slug: 'some-name-2',
  })
  expect(events).toEqual([{ type: 'PostRestored', data: { slug: 'some-name-2' } }])
  expect(state).toMatchObject({ status: 'active', slugs: ['some-name', 'some-name-2'] })
})

it('does not drop the address that is chosen for what somebody restored already', () => {
  const back = [...created, { type: 'PostDeleted', data: {} }, { type: 'PostRestored', data: {} }]
  expect(() => when(post, back, { verb: 'restore', slug: 'another' })).toThrow('This post is Active now')
  expect(when(post, back, { verb: 'restore', slug: 'some-name' }).events).toEqual([])
})

const draft = when(post, [], { verb: 'create', values: { ...values, draft: true }, slug: 'some-name' })

it('begins as a draft when somebody wants so, and counts as made once it is published', () => {
  expect(draft.state).toMatchObject({ status: 'inactive', values: { draft: true } })
  const { state } = when(post, draft.events, { verb: 'activate' })
  expect(state).toMatchObject({ status: 'active', values: { draft: false, publish_at: null } })
  const [made] = past(post, draft.events)
  const activated = { type: 'PostActivated', data: {}, stream: 'post-42', revision: 1, actor: { type: 'user', id: 7 } }
  const published = fold(post, 42, [
    { ...made, at: '2026-10-01T09:00:00.000Z' },
    { ...activated, at: '2026-11-01T09:00:00.000Z' },
    { ...activated, type: 'PostDeactivated', revision: 2, at: '2026-11-02T09:00:00.000Z' },
    { ...activated, revision: 3, at: '2026-11-03T09:00:00.000Z' },
  ] as PastEvent[])
  expect(published.createdAt).toBe('2026-11-01T09:00:00.000Z')
})

it('is published at its moment, unless that was changed or somebody was there before', () => {
  const at = '2026-11-02T10:00:00.000Z'
  const planned = when(post, [], { verb: 'create', values: { ...values, publish_at: at }, slug: 'some-name' })
  expect(planned.state).toMatchObject({ status: 'inactive', values: { draft: true, publish_at: at } })
  const due = { verb: 'activate', due: at }
  expect(when(post, planned.events, due).state.status).toBe('active')
  const later = when(post, planned.events, { verb: 'edit', values: { publish_at: '2026-11-03T10:00:00.000Z' } })
  const withdrawn = [
    { type: 'PostActivated', data: {} },
    { type: 'PostDeactivated', data: {} },
  ]
  for (const more of [later.events, withdrawn, [{ type: 'PostDeleted', data: {} }]])
    expect(when(post, [...planned.events, ...more], due).events).toEqual([])
})

it('takes no moment that has passed, and none once it is published', () => {
  const plan = (events: DecidedEvent[], publish_at: string) => () =>
    when(post, events, { verb: 'edit', values: { publish_at } })
  expect(plan(draft.events, '2026-11-02T09:00:00.000Z')).toThrow('Publish at has passed already')
  expect(plan(created, '2026-11-09T09:00:00.000Z')).toThrow('Publish at is for what is not published yet')
})

const blank = {
  excerpt: '',
  category: null,
  content: '',
  css: '',
  thumbnail: null,
  thumbnail_focus: '',
} satisfies Partial<typeof post.initialValues>
const bare = when(post, [], { verb: 'create', values: { name: 'A title', draft: true }, slug: 'a-title' }).events

it('needs nothing but a title as a draft, and the rest once it is to be published', () => {
  expect(readInput(post, 'create', { name: 'A title', draft: 'true' }, {}, true)).toEqual({
    name: 'A title',
    draft: true,
  })
  expect(readInput(post, 'create', { name: 'A title', draft: true, ...blank }, {}, true)).toMatchObject({
    category: null,
  })
  expect(() => readInput(post, 'create', { name: ' ', draft: true }, {}, true)).toThrow('Post title is required')
  expect(() => readInput(post, 'create', { name: 'A', category: 'x' }, {}, true)).toThrow('not a known choice')
  expect(isPlainDraft(post, { draft: 'true' })).toBe(true)
  expect(isPlainDraft(post, { draft: 'true', publish_at: '2026-11-09T09:00:00Z' })).toBe(false)
  const needs = 'Before this can be published it needs: Excerpt, Category.'
  expect(() => when(post, bare, { verb: 'activate' })).toThrow(needs)
  const plan = { publish_at: '2026-11-09T09:00:00.000Z' }
  expect(() => when(post, bare, { verb: 'edit', values: plan })).toThrow(needs)
  expect(when(post, bare, { verb: 'edit', values: { ...plan, excerpt: 'x', category: 1 } }).state.values).toMatchObject(
    plan,
  )
  expect(when(post, bare, { verb: 'edit', values: { excerpt: 'x' } }).state.values.excerpt).toBe('x')
  const whole = when(post, bare, { verb: 'edit', values: { excerpt: 'x', category: 1 } }).events
  expect(when(post, [...bare, ...whole], { verb: 'activate' }).state.status).toBe('active')
})

it('cannot be emptied once it was published or is planned', () => {
  const emptied = { verb: 'edit', values: { excerpt: '' } } as const
  expect(when(post, draft.events, emptied).state.values.excerpt).toBe('')
  expect(() => when(post, created, emptied)).toThrow('Excerpt is required')
  const hidden = [...created, { type: 'PostDeactivated', data: {} }]
  expect(() => when(post, hidden, emptied)).toThrow('Excerpt is required')
  const planned = [...draft.events, { type: 'PostEdited', data: { publish_at: '2026-11-09T09:00:00.000Z' } }]
  expect(() => when(post, planned, emptied)).toThrow('Before this can be published it needs: Excerpt.')
})

it('names the part of an entry that a draft leaves empty', () => {
  const images = [{ id: 'new_1', altText: 'Stairs' }]
  const sent = { name: 'The house', type: 'gallery', draft: 'true', images }
  const { events } = when(page, [], {
    verb: 'create',
    values: readInput(page, 'create', sent, {}, true),
    slug: 'house',
  })
  expect(() => when(page, events, { verb: 'activate' })).toThrow('needs: Excerpt, Image.')
  expect(() => readInput(page, 'create', { ...sent, draft: 'false' })).toThrow('Excerpt is required')
})
