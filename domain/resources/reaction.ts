import { integer, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'

const supplied = { isSupplied: true, isFixed: true }

/** That an employee likes a post: one of each, which the same employee takes back (docs/decisions/content/0194). It has no screens of its own. */
export const reaction = defineResource({
  name: 'reaction',
  label: 'Like',
  plural: 'likes',
  area: null,
  menu: null,
  recordLabel: ['post_name'],
  author: 'author',
  holdsUp: false,
  fields: {
    /** Post and employee, so that there is one of each. */
    said: text({ label: 'Said', isInternal: true, ...supplied }),
    post: integer({ label: 'Post', ...supplied, isRequired: true }),
    post_name: text({ label: 'Name of the post', ...supplied, isRequired: false }),
    author: reference({ label: 'Employee', to: 'employee', ...supplied }),
  },
  unique: ['said'],
  list: { columns: ['id', 'post_name', 'author', 'created_at'], search: ['post_name'], sort: '-id' },
  routes: 'own',
  events: { create: 'PostLiked', delete: 'PostLikeTakenBack', revert: 'PostLikeReverted' },
})
