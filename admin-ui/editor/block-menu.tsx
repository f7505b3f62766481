import { t } from '../../ui-shared/i18n.ts'
import { type BlockOpeners, blockChoices } from './blocks/choices.ts'
import { CursorMenu, type CursorMenuProps } from './cursor-menu.tsx'
import type { TextControls } from './text/text-controls.ts'

const clear = ({ view }: TextControls): void => {
  const { $from } = view.state.selection
  view.dispatch(view.state.tr.delete($from.start(), $from.pos))
}

/** The blocks that can stand at the cursor, opened by `/`. */
export const BlockMenu = ({
  query,
  open,
  ...menu
}: Omit<CursorMenuProps, 'label' | 'choices'> & { query: string; open: BlockOpeners }) => {
  const { controls } = menu
  const choices = blockChoices(controls, open, true)
    .filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
    .map(({ label, run }) => ({
      label,
      run: () => {
        clear(controls)
        run()
      },
    }))
  return <CursorMenu {...menu} label={t('Blocks')} choices={choices} />
}
