import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Menu, MenuList, type OpenMenu } from '../../ui-shared/menu.tsx'
import type { FormWays } from '../edit/record-form.tsx'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { useRecordMenu } from './use-record-menu.ts'

/** The record of an edit screen, which is left for `back` when it is deleted. */
export type Acted = {
  resource: Resource
  overrides: ScreenOverrides
  row: Row
  back: string
  form: () => FormWays | null
}

const useActions = ({ back, form, ...about }: Acted) => {
  const navigate = useNavigate()
  const onDeleted = async () => {
    await form()?.release()
    await navigate(back)
  }
  return useRecordMenu({ ...about, onDeleted, form })
}

/** The list of the Actions of an edit screen; nothing while it is closed. `onEmpty` is told whether there is anything to be done. */
export const ActionList = ({
  open,
  onEmpty,
  ...acted
}: Acted & { open: OpenMenu | null; onEmpty: (isEmpty: boolean) => void }) => {
  const items = useActions(acted)
  const isEmpty = items.length === 0
  useEffect(() => onEmpty(isEmpty), [onEmpty, isEmpty])
  return open && !isEmpty && <MenuList items={items} {...open} />
}

/** The Actions of a screen that has few or none. */
export const RecordActions = (acted: Acted) => {
  const items = useActions(acted)
  return items.length > 0 && <Menu items={items}>{t('Actions')}</Menu>
}
