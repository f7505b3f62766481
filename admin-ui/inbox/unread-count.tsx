import { t } from '../../ui-shared/i18n.ts'
import { unreadIn, unreadWords, useUnread } from './unread.ts'

/** How much of a list is unread, beside its entry in the menu; nothing when all is read. */
export const UnreadCount = ({ resource, list }: { resource: string; list: string }) => {
  const { data } = useUnread(resource)
  const count = unreadIn(data, list)
  if (count === 0) return null
  return (
    <span className="count">
      {unreadWords(count)}
      <span className="away"> {t('unread')}</span>
    </span>
  )
}
