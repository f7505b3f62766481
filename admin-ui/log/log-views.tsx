import { useLocation } from 'react-router-dom'
import { usePreferences } from '../list/views/list-preferences.ts'
import { ViewButton } from '../list/views/view-button.tsx'

/** The views of a log that somebody saved, and how to save one more: its filters as they stand in the address. */
export const LogViews = ({ list }: { list: string }) => {
  const [preferences, place] = usePreferences(list)
  const { search } = useLocation()
  return <ViewButton columns={[]} {...{ preferences, place, search }} />
}
