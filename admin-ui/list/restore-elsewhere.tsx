import { lazy, Suspense } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { ApiError } from '../../ui-shared/api/error.ts'
import { createStore, useStore } from '../../ui-shared/overlay/store.ts'
import { usePreload } from '../../ui-shared/use-preload.ts'
import type { Row } from './row.ts'

// Rarely needed, so loaded when it is.
const loadDialog = () => import('./restore-dialog.tsx')
const RestoreDialog = lazy(async () => ({ default: (await loadDialog()).RestoreDialog }))

/** A record that comes back under another address, and who waits for the answer: null when it was called off. */
export type Asked = { resource: Resource; row: Row; settle: (written: Written | null) => void }

const questions = createStore<Asked | null>(null)

/** True when a restore was refused because the record's address is another's by now (spec/decisions X20). */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.errors.some(({ property }) => property === 'slug')

/** Asks for another address and restores a record under it; null when that was called off. */
export const restoreElsewhere = (resource: Resource, row: Row): Promise<Written | null> =>
  new Promise((settle) => {
    questions.get()?.settle(null)
    questions.set(() => ({ resource, row, settle }))
  })

/** Where `restoreElsewhere` asks; stands once in the back office. */
export const RestoreHost = () => {
  const asked = useStore(questions)
  usePreload(loadDialog)
  if (!asked) return null
  const settle = (written: Written | null) => {
    questions.set(() => null)
    asked.settle(written)
  }
  return (
    <Suspense>
      <RestoreDialog key={asked.row.id} {...asked} settle={settle} />
    </Suspense>
  )
}
