import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { discussion } from '../../domain/resources/discussion.ts'
import { oneOf, writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { useListState } from '../list/use-list-state.ts'

const discussionSchema = z.object({ isOpen: z.boolean(), name: z.string() })

const Switch = ({ post }: { post: string }) => {
  const me = useMe()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: [discussion.name, post],
    queryFn: async ({ signal }) =>
      (await api.get(`/post/${post}/discussion`, { as: oneOf(discussionSchema), signal })).data,
    enabled: can(me, 'r-post'),
  })
  if (!data || !can(me, 'u-post') || shownMoment() !== null) return null
  const { isOpen } = data
  const set = async (next: boolean) => {
    setBusy(true)
    try {
      const { message } = await api.put(`/post/${post}/discussion`, { body: { isOpen: next }, as: writtenSchema })
      toastSuccess(say(message), () => set(!next))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: [discussion.name] })
    setBusy(false)
  }
  return (
    <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void (isBusy || set(!isOpen))}>
      {t(isOpen ? discussion.verbs.close.label : discussion.verbs.open.label)}
    </button>
  )
}

/** Beside the comments of one post: whether it takes more. */
export const DiscussionHead = ({ resource }: { resource: Resource }) => {
  const { post } = useListState(resource).state.filters
  return post ? <Switch key={post} post={post} /> : null
}
