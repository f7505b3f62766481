import { configQuery } from '../../ui-shared/config/use-config.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../ui-shared/i18n.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import type { Row } from '../list/row.ts'

type Place = { label: string; path: string }

// One line for each resource whose records have a screen of their own beside the form, and the setting that it goes with.
const placesOf: Readonly<Record<string, (row: Row) => Place & { setting: string }>> = {
  post: ({ id }) => ({ label: t('Must read…'), path: `/dashboard/post/${id}/readers`, setting: 'must_read' }),
}

/** Where else a record of a resource leads, for whoever may read it. */
export const useOwnPlace = (resource: string, row: Row, me: Me | null): Place | null => {
  const place = placesOf[resource]?.(row)
  const { data } = useQuery({ ...configQuery, enabled: place !== undefined })
  return place && data?.[place.setting] === true && can(me, `r-${resource}`) ? place : null
}
