import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { say } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { type Choice, choiceQuery, keepChoice } from './digest-queries.ts'

/** What one is told of new posts by mail, and what changes it, with a way back. */
export const useChoice = () => {
  const client = useQueryClient()
  const { data } = useQuery(choiceQuery)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const keep = async (next: Choice, before?: Choice): Promise<void> => {
    setBusy(true)
    setRefusal('')
    try {
      const { message } = await keepChoice(next)
      toastSuccess(say(message), before && (() => keep(before)))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
    }
    await client.invalidateQueries({ queryKey: choiceQuery.queryKey })
    setBusy(false)
  }
  return { choice: data, keep, isBusy, refusal }
}
