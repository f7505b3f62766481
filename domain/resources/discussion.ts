import { state, text } from '../fields/field.ts'
import { defineResource, verbOf } from '../resource.ts'

const fields = {
  post_name: text({ label: 'Post', isSupplied: true, isRequired: false }),
  stage: state({ label: 'Stage', options: ['closed', 'open'], labels: { closed: 'Closed', open: 'Open to comments' } }),
}

const verb = verbOf(fields)

const open = verb({
  on: 'CommentsOpened',
  action: 'u',
  label: 'Allow comments',
  done: 'Employees can comment on this post.',
  from: ['closed'],
  to: 'open',
})

const close = verb({
  on: 'CommentsClosedAgain',
  action: 'u',
  label: 'Close comments',
  done: 'Nobody can comment on this post any more. What was said stays.',
  from: ['open'],
  to: 'closed',
})

/** That a post takes no comments (docs/decisions/content/0194). It has the id of the post, and is there once they were closed. */
export const discussion = defineResource({
  name: 'discussion',
  label: 'Discussion',
  plural: 'discussions',
  area: 'post',
  menu: null,
  recordLabel: ['post_name'],
  fields,
  list: { columns: ['id', 'post_name', 'stage'], search: ['post_name'], sort: '-id' },
  routes: 'own',
  events: { create: 'CommentsClosed', revert: 'DiscussionReverted' },
  verbs: { open, close },
})
