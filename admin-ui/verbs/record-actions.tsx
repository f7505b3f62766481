import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { useRecordMenu } from './use-record-menu.ts'

/** The Actions of an edit screen. `beforeLeaving` runs when the record is deleted and its screen is left for `back`. */
export const RecordActions = ({
  back,
  beforeLeaving,
  ...about
}: {
  resource: Resource
  overrides: ScreenOverrides
  row: Row
  back: string
  beforeLeaving: () => Promise<void>
}) => {
  const navigate = useNavigate()
  const onDeleted = async () => {
    await beforeLeaving()
    await navigate(back)
  }
  const items = useRecordMenu({ ...about, onDeleted })
  return items.length > 0 && <Menu items={items}>{t('Actions')}</Menu>
}
