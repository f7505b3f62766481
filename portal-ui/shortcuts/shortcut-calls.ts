import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isNamedByHouse } from '../../domain/people/shortcuts.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { meQuery } from '../../ui-shared/session/session.ts'

export type OwnShortcut = EmployeeMe['shortcuts'][number]
type Shortcuts = readonly OwnShortcut[]

const save = (shortcuts: Shortcuts): Promise<{ message: string }> =>
  api.put('/me/shortcuts', {
    body: { shortcuts: shortcuts.map(({ link, title }) => ({ link, title: isNamedByHouse(link) ? '' : title })) },
    as: z.object({ message: z.string() }),
  })

/** The own shortcuts, and what keeps them in another order or number, with a way back. The screen shows at once what is kept. */
export const useShortcuts = (me: EmployeeMe) => {
  const client = useQueryClient()
  // One after the other: what was chosen last is what is kept.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [refusal, setRefusal] = useState('')
  const send = async (next: Shortcuts, before: Shortcuts | undefined): Promise<boolean> => {
    try {
      const { message } = await save(next)
      toastSuccess(say(message), before && (() => keep(before)))
      return true
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
      return false
    }
  }
  const keep = (next: Shortcuts, before?: Shortcuts): Promise<boolean> => {
    setRefusal('')
    client.setQueryData<EmployeeMe>(meQuery.queryKey, (known) => known && { ...known, shortcuts: [...next] })
    const sent = last.current.then(() => send(next, before))
    last.current = sent
    return sent
  }
  const shortcuts = me.shortcuts
  return { shortcuts, refusal, change: (next: Shortcuts) => keep(next, shortcuts) }
}
