import { t } from '../../ui-shared/i18n.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import { type BlockOpeners, blockChoices } from './blocks/choices.ts'
import type { TextControls } from './text/text-controls.ts'

/** The button of the toolbar that opens the list of blocks. */
export const InsertMenu = ({
  controls,
  open,
  disabled,
}: {
  controls: TextControls
  open: BlockOpeners
  disabled: boolean
}) => {
  if (disabled) return null
  const items = blockChoices(controls, open, false).map(({ label, run }) => ({
    label,
    onSelect: () => {
      controls.view.focus()
      run()
    },
  }))
  return (
    <Menu className="tool insert-tool" items={items}>
      {t('Insert block')}
    </Menu>
  )
}
