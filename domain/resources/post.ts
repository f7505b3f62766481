import { css, flag, html, longText, text } from '../fields/field.ts'
import { focus } from '../fields/focus.ts'
import { picture, reference } from '../fields/reference.ts'
import { moment } from '../fields/time.ts'
import { draftFields, scheduled } from '../fields/draft.ts'
import { defineResource, verbOf } from '../resource.ts'

const fields = {
  name: text({ label: 'Post title', heading: 'Name' }),
  excerpt: longText({ label: 'Excerpt', isRequired: true }),
  category: reference({ label: 'Category', to: 'category', isRequired: true }),
  featured: flag({
    label: 'Featured',
    hint: 'A featured post is shown on the landing page.',
    sets: ['feature', 'unfeature'],
  }),
  featured_at: moment({ label: 'Featured at', isDerived: true }),
  thumbnail: picture({ label: 'Thumbnail' }),
  thumbnail_focus: focus({ label: 'Focal point', of: 'thumbnail' }),
  content: html({ label: 'Text' }),
  css: css({ label: 'CSS' }),
  ...draftFields,
}

const verb = verbOf(fields)

const feature = verb({
  on: 'PostFeatured',
  action: 'u',
  label: 'Set As Featured',
  done: 'The post is featured.',
  decide: ({ values }) => (values.featured ? [] : [{ type: 'PostFeatured', data: {} }]),
  // The landing page shows the active post that was featured last (D1).
  apply: (_values, { at }) => ({ featured: true, featured_at: at }),
})

const unfeature = verb({
  on: 'PostUnfeatured',
  action: 'u',
  label: 'Remove from featured',
  done: 'The post is no longer featured.',
  decide: ({ values }) => (values.featured ? [{ type: 'PostUnfeatured', data: {} }] : []),
  apply: () => ({ featured: false, featured_at: null }),
})

export const post = defineResource({
  name: 'post',
  label: 'Post',
  plural: 'posts',
  area: 'post',
  recordLabel: ['name'],
  isDuplicable: true,
  slug: 'name',
  fields,
  publishing: scheduled,
  live: 'featured_at',
  portal: {
    at: '/post/',
    call: 'getFeatured',
    list: ['name', 'excerpt', 'category', 'thumbnail', 'thumbnail_focus'],
    detail: ['content', 'css'],
    filters: ['category'],
    neighboursBy: [],
  },
  portalSearch: { by: ['name', 'slug'] },
  list: {
    columns: ['id', 'name', 'category', 'featured', 'status', 'created_by', 'created_at', 'published_at'],
    search: ['name', 'slug'],
    filters: ['category', 'created_by', 'created_at', 'published_at'],
    bulk: ['category'],
    sort: '-id',
    sortable: ['name', 'created_at', 'published_at', 'changed_at'],
  },
  events: {
    create: 'PostCreated',
    edit: 'PostEdited',
    activate: 'PostActivated',
    deactivate: 'PostDeactivated',
    delete: 'PostDeleted',
    restore: 'PostRestored',
    revert: 'PostReverted',
  },
  verbs: { feature, unfeature },
})
