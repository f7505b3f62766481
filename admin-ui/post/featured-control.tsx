import { t } from '../../ui-shared/i18n.ts'
import { FlagWidget } from '../edit/fields/simple-widgets.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'
import { flagOf } from '../list/row.ts'

/** Whether the post is featured, and whether it is the one that the landing page shows. */
export const FeaturedControl = (props: WidgetProps) => {
  const { row } = props.form
  return row && flagOf(row, 'isLive') ? (
    <FlagWidget {...props} words={t('On the landing page now')} />
  ) : (
    <FlagWidget {...props} />
  )
}
