import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../api/client.ts'

/** Where a text says what was looked for, as it is answered. */
export const passageSchema = z.array(z.object({ text: z.string(), isMarked: z.boolean() }))
/** Where a text says what was looked for, in pieces. */
export type Passage = z.infer<typeof passageSchema>

const hitSchema = z.object({
  resource: z.string(),
  id: z.number(),
  key: z.string(),
  label: z.string(),
  isInactive: z.boolean(),
  at: z.string(),
  passage: z.optional(passageSchema),
})
export type Hit = z.infer<typeof hitSchema>

const pause = 120

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** What the server finds by a text, best first; `isSettled` once that is about what stands there now. */
export const useHits = (typed: string, view?: 'portal') => {
  const text = typed.trim()
  const q = useSettled(text)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['search', q, view],
    queryFn: ({ signal }) =>
      api.get('/search', { query: { q, view }, as: z.object({ data: z.array(hitSchema) }), signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const hits = q === '' ? [] : (data?.data ?? [])
  return { hits, error, isSettled: q === text && !isPlaceholderData && !isFetching }
}
