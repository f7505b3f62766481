import { configQuery } from '../../ui-shared/config/use-config.ts'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../ui-shared/i18n.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import type { Row } from '../list/row.ts'

type Place = { label: string; path: string }

// The screens beside the form that records of a resource have, the setting that each goes with, and who opens it.
const placesOf: Readonly<Record<string, (row: Row) => readonly (Place & { setting: string; permission: string })[]>> = {
  post: ({ id }) => [
    { label: t('Must read…'), path: `/dashboard/post/${id}/readers`, setting: 'must_read', permission: 'r-post' },
    { label: t('Comments…'), path: `/dashboard/comment?post=${id}`, setting: 'comments', permission: 'r-comment' },
    {
      label: t('Read statistics…'),
      path: `/dashboard/post/${id}/opens`,
      setting: 'read_statistics',
      permission: 'r-post',
    },
  ],
}

/** Where else a record of a resource leads, for whoever may go there. */
export const useOwnPlaces = (resource: string, row: Row, me: Me | null): readonly Place[] => {
  const places = placesOf[resource]?.(row) ?? []
  const { data } = useQuery({ ...configQuery, enabled: places.length > 0 })
  return places.filter(({ setting, permission }) => data?.[setting] === true && can(me, permission))
}
