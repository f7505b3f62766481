import { integer, text } from '../fields/field.ts'
import { reference } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'

const supplied = { isSupplied: true, isFixed: true }

/**
 * That an employee has read a post that had to be read: said once for each round, and taken back by the same employee while it is asked. It
 * has no screens of its own, and holds up nobody who deletes the employee.
 */
export const receipt = defineResource({
  name: 'receipt',
  label: 'Read receipt',
  plural: 'read receipts',
  area: null,
  menu: null,
  recordLabel: ['post_name'],
  author: 'author',
  holdsUp: false,
  fields: {
    /** Post, round and employee, so that there is one of each. */
    said: text({ label: 'Said', isInternal: true, ...supplied }),
    post: integer({ label: 'Post', ...supplied, isRequired: true }),
    post_name: text({ label: 'Name of the post', ...supplied, isRequired: false }),
    round: integer({ label: 'Round', ...supplied, isRequired: true }),
    /** Of the post, as it stood in front of the employee. */
    post_version: integer({ label: 'Version', ...supplied, isRequired: true }),
    author: reference({ label: 'Employee', to: 'employee', ...supplied }),
  },
  unique: ['said'],
  list: { columns: ['id', 'post_name', 'author', 'created_at'], search: ['post_name'], sort: '-id' },
  routes: 'own',
  events: { create: 'PostRead', delete: 'PostReadTakenBack', revert: 'PostReadReverted' },
})
