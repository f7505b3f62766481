import { Link } from 'react-router-dom'
import type { NameIn } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import { comment } from '../../domain/resources/comment.ts'
import { t } from '../../ui-shared/i18n.ts'
import { textOf } from '../list/row.ts'
import type { Cell, ScreenOverrides } from '../list/screen.ts'
import { CommentFacts } from './comment-facts.tsx'
import { DiscussionHead } from './discussion-head.tsx'

/** What was said, and why it is hidden; it leads to the comment with its history. */
const SaidCell: Cell = ({ row }) => {
  const [said, reason] = [textOf(row, 'text'), textOf(row, 'reason')]
  return (
    <>
      <Link className="title clip" to={`/dashboard/comment/${row.id}`} dir="auto" title={said}>
        {said || t('Taken back')}
      </Link>
      {reason && <small className="dim">{t('Reason: {reason}', { reason })}</small>}
    </>
  )
}

const overrides: ScreenOverrides<NameIn<typeof comment.fields>> = {
  cells: { text: SaidCell },
  filterPlaceholders: { stage: 'Visible and hidden', post: 'All posts', author: 'Everybody' },
  Head: DiscussionHead,
  Facts: CommentFacts,
}

/** The screens of comments: what was said stands first, and a post that is chosen can be closed to more. */
export const commentScreens: { resource: Resource; overrides: ScreenOverrides; title: string } = {
  resource: comment,
  overrides,
  title: 'Comments',
}
