import type { QueryClient } from '@tanstack/react-query'
import { anything } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { showPreferences, type ListPreferences, type PreferencesPlace } from './list-preferences.ts'

let kept: Promise<unknown> = Promise.resolve()

/** Shows a choice at once and keeps it on the server, each after the one before it; what cannot be kept is told. */
export const keepPreferences = async (
  client: QueryClient,
  place: PreferencesPlace,
  preferences: ListPreferences,
): Promise<void> => {
  // What is on its way from the server is older.
  void client.cancelQueries({ queryKey: place.queryKey })
  showPreferences(client, place, preferences)
  kept = kept.then(() => api.put(place.path, { body: preferences, as: anything })).catch(showError)
  await kept
}
