import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Written } from '../../ui-shared/api/answers.ts'
import { say } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { type Comment, commentsQuery, sayAgain, takeBack } from './response-queries.ts'

/** A comment with the answers to it. */
export type Thread = { comment: Comment; answers: readonly Comment[] }

const threadsOf = (all: readonly Comment[]): Thread[] =>
  all
    .filter(({ answer_to: to }) => to === null)
    .map((comment) => ({ comment, answers: all.filter(({ answer_to: to }) => to === comment.id) }))

/** The comments of a post, and what is done about them; what was done is told, with a way back where there is one. */
export const useTalk = (post: number) => {
  const client = useQueryClient()
  const [pages, setPages] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...commentsQuery(post, pages),
    placeholderData: (before) => before,
  })
  const [refusal, setRefusal] = useState('')
  const tell = async ({ message }: Written, undo?: () => unknown) => {
    setRefusal('')
    toastSuccess(say(message), undo)
    await client.invalidateQueries({ queryKey: ['comment', post] })
  }
  const refused = (reason: unknown) => setRefusal(reason instanceof Error ? reason.message : '')
  const back = ({ id, text }: Comment) => sayAgain(id, text ?? '').then((written) => tell(written), refused)
  return {
    isKnown: data !== undefined,
    error,
    refetch,
    threads: threadsOf(data?.data ?? []),
    total: data?.meta.total ?? 0,
    isOpen: data?.meta.isOpen ?? false,
    older: data?.meta.next ? () => setPages(pages + 1) : null,
    isLoading: isPlaceholderData,
    refusal,
    tell,
    takeBack: (comment: Comment) => takeBack(comment.id).then((written) => tell(written, () => back(comment)), refused),
  }
}

export type Talk = ReturnType<typeof useTalk>
