import { useMutation, useQueryClient } from '@tanstack/react-query'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { Icon } from '../../ui-shared/icons.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session.ts'
import type { Cell } from '../list/screen.ts'
import { flagOf } from '../list/row.ts'

const setFeatured = (id: number) => {
  const body = new FormData()
  body.set('id', String(id))
  return api.post('/post/set_featured', { body, as: writtenSchema })
}

const useFeature = () => {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['post'] })
  const undo = useMutation({
    mutationFn: (id: number) => api.post(`/post/${id}/unfeature`, { as: writtenSchema }),
    onSuccess: ({ message }) => toastSuccess(say(message)),
    onError: showError,
    onSettled,
  })
  return useMutation({
    mutationFn: setFeatured,
    onSuccess: ({ message }, id) => toastSuccess(say(message), () => undo.mutate(id)),
    onError: showError,
    onSettled,
  })
}

/** Whether a post is featured, and which one the landing page shows; one click features it (spec/decisions D1). */
export const FeaturedCell: Cell = ({ row }) => {
  const me = useMe()
  const { mutate, isPending } = useFeature()
  if (flagOf(row, 'featured')) {
    const isLive = flagOf(row, 'isLive')
    return (
      <span className={isLive ? 'tag chosen' : 'tag'}>
        <Icon name="star" />
        {isLive ? t('Featured · on the landing page') : t('Featured')}
      </span>
    )
  }
  if (!can(me, 'u-post')) return null
  return (
    <button
      type="button"
      className="tag ghost"
      // Not disabled: that would take the focus away.
      aria-disabled={isPending}
      onClick={() => !isPending && mutate(row.id)}
    >
      {t('Set As Featured')}
    </button>
  )
}
