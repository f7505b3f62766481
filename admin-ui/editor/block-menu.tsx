import { t } from '../../ui-shared/i18n.ts'
import { type Choice, CursorMenu, type CursorMenuProps } from './cursor-menu.tsx'
import { setList } from './text/list-commands.ts'
import { insertTable } from './tables/table-commands.ts'
import type { TextControls } from './text/text-controls.ts'
import { toggleQuote } from './text/text-state.ts'
import { lineInPlace } from './text/typed-rules.ts'

const choicesOf = (controls: TextControls, onPicture: () => void): Choice[] => [
  ...[2, 3].map((level) => ({
    label: t('Heading {level}, H{level}', { level }),
    run: () => controls.exec('heading', { level }),
  })),
  { label: t('Bulleted list'), run: () => setList(controls, 'bulletList') },
  { label: t('Numbered list'), run: () => setList(controls, 'orderedList') },
  { label: t('Quotation'), run: () => toggleQuote(controls) },
  { label: t('Table'), run: () => insertTable(controls.view) },
  { label: t('Image'), run: onPicture },
  { label: t('Dividing line'), run: () => putLine(controls) },
]

const putLine = ({ view }: TextControls): void => {
  const change = lineInPlace(view.state)
  if (change) view.dispatch(change.scrollIntoView())
}

const clear = ({ view }: TextControls): void => {
  const { $from } = view.state.selection
  view.dispatch(view.state.tr.delete($from.start(), $from.pos))
}

/** The blocks that can stand at the cursor, opened by `/`. */
export const BlockMenu = ({
  query,
  onPicture,
  ...menu
}: Omit<CursorMenuProps, 'label' | 'choices'> & { query: string; onPicture: () => void }) => {
  const { controls } = menu
  const choices = choicesOf(controls, onPicture)
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
