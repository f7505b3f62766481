import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import type { FormWays } from '../edit/record-form.tsx'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { useRecordMenu } from './use-record-menu.ts'

/** The Actions of an edit screen, which is left for `back` when the record is deleted. */
export const RecordActions = ({
  back,
  form,
  begun,
  ...about
}: {
  resource: Resource
  overrides: ScreenOverrides
  row: Row
  back: string
  form: () => FormWays | null
  /** What was done to the button before the list behind it was there. */
  begun: { isFocused: boolean; isOpen: boolean }
}) => {
  const navigate = useNavigate()
  const onDeleted = async () => {
    await form()?.release()
    await navigate(back)
  }
  const items = useRecordMenu({ ...about, onDeleted, form })
  return (
    items.length > 0 && (
      <Menu items={items} isOpenAtFirst={begun.isOpen} isFocusedAtFirst={begun.isFocused}>
        {t('Actions')}
      </Menu>
    )
  )
}
