import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import { like, likesQuery, unlike } from './response-queries.ts'

const wordsOf = (likes: number): string =>
  t('{count, plural, =0 {Nobody has liked it yet.} one {# colleague likes it.} other {# colleagues like it.}}', {
    count: likes,
  })

/** How many like a post, and the button by which one does or takes it back. */
export const Likes = ({ post }: { post: number }) => {
  const client = useQueryClient()
  const asked = likesQuery(post)
  const { data } = useQuery(asked)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  // The place is kept: what comes below does not move.
  if (!data) return <div className="likes" />
  const { likes, mine } = data
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    setRefusal('')
    try {
      await (mine === null ? like(post) : unlike(mine))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
    }
    await client.invalidateQueries({ queryKey: asked.queryKey })
    setBusy(false)
  }
  return (
    <div className="likes">
      <button
        type="button"
        className="btn"
        aria-pressed={mine !== null}
        aria-disabled={isBusy}
        onClick={() => void press()}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 13.500 2.700 8.200a3.300 3.300 0 0 1 4.700-4.700l.6.6.6-.6a3.300 3.300 0 0 1 4.700 4.700z" />
        </svg>
        {t('Like')}
        <b aria-hidden="true">{formatNumber(likes)}</b>
      </button>
      <p className="away" role="status">
        {wordsOf(likes)}
      </p>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
