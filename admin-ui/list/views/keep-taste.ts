import type { QueryClient } from '@tanstack/react-query'
import { anything } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { showTaste, type Taste, type TastePlace } from './taste.ts'

let kept: Promise<unknown> = Promise.resolve()

/** Shows a choice at once and keeps it on the server, each after the one before it; what cannot be kept is told. */
export const keepTaste = async (client: QueryClient, place: TastePlace, taste: Taste): Promise<void> => {
  // What is on its way from the server is older.
  void client.cancelQueries({ queryKey: place.queryKey })
  showTaste(client, place, taste)
  kept = kept.then(() => api.put(place.path, { body: taste, as: anything })).catch(showError)
  await kept
}
