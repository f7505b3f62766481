import { expect, it } from 'vitest'
import { post } from '../../domain/resources/post.ts'
import { when } from '../support/given.ts'
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
