import { choice, css, html, longText, text } from '../fields/field.ts'
import { list, object } from '../fields/composite.ts'
import { picture, reference } from '../fields/reference.ts'
import { draftFields, scheduled } from '../fields/draft.ts'
import { defineResource } from '../resource.ts'

const written = { type: ['content', 'job'] }

export const page = defineResource({
  name: 'page',
  label: 'Page',
  plural: 'pages',
  area: 'page',
  recordLabel: ['name'],
  isDuplicable: true,
  slug: 'name',
  fields: {
    name: text({ label: 'Page title', heading: 'Name' }),
    type: choice({
      label: 'Template',
      options: ['content', 'gallery', 'job'],
      labels: { content: 'Content', gallery: 'Gallery', job: 'Job Vacancy', form: 'ISO Center' },
      isFixed: true,
    }),
    parent: reference({ label: 'Parent', to: 'page', isAcyclic: true }),
    excerpt: longText({ label: 'Excerpt', isRequired: true, shownWhen: { type: ['content', 'gallery', 'job'] } }),
    body: html({ label: 'Text', shownWhen: written }),
    css: css({ label: 'CSS', shownWhen: written }),
    images: list({
      label: 'Images',
      shownWhen: { type: ['gallery'] },
      of: object({
        label: 'Image',
        fields: {
          thumbnail: picture({ label: 'Image', isRequired: true }),
          altText: text({ label: 'Alt text', isRequired: false }),
          caption: text({ label: 'Caption', isRequired: false }),
        },
      }),
    }),
    ...draftFields,
  },
  publishing: scheduled,
  portalSearch: { by: ['name', 'slug'] },
  portal: {
    at: '/',
    list: ['name', 'type', 'excerpt', 'images'],
    detail: ['parent', 'body', 'css'],
    filters: ['type'],
    neighboursBy: ['type'],
  },
  list: {
    columns: ['id', 'name', 'type', 'status', 'created_by', 'created_at', 'published_at'],
    search: ['name', 'slug'],
    filters: ['type', 'created_by', 'created_at', 'published_at'],
    sort: '-id',
    sortable: ['name', 'type', 'created_at', 'published_at', 'changed_at'],
  },
  events: {
    create: 'PageCreated',
    edit: 'PageEdited',
    activate: 'PageActivated',
    deactivate: 'PageDeactivated',
    delete: 'PageDeleted',
    restore: 'PageRestored',
    revert: 'PageReverted',
  },
})

/** The built-in page of the ISO Center has this id and this address. */
export const isoPage = { id: 1, slug: 'iso_center', name: 'ISO Center' }
