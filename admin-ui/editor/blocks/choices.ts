import { t } from '../../../ui-shared/i18n.ts'
import { setList } from '../text/list-commands.ts'
import { insertTable } from '../tables/table-commands.ts'
import type { TextControls } from '../text/text-controls.ts'
import { toggleQuote } from '../text/text-state.ts'
import { lineInPlace } from '../text/typed-rules.ts'
import { putColumns, putFrame } from './block-commands.ts'

/** What asks for more before it is put into the text. */
export type BlockOpeners = Record<'onPicture' | 'onGallery' | 'onVideo' | 'onFile' | 'onButton', () => void>

/** A block that can be put where the cursor is. */
export type BlockChoice = { label: string; run: () => void }

const putLine = ({ view }: TextControls): void => {
  const change = lineInPlace(view.state)
  if (change) view.dispatch(change.scrollIntoView())
}

const wordBlocks = (controls: TextControls): BlockChoice[] => [
  ...[2, 3].map((level) => ({
    label: t('Heading {level}, H{level}', { level }),
    run: () => controls.exec('heading', { level }),
  })),
  { label: t('Bulleted list'), run: () => setList(controls, 'bulletList') },
  { label: t('Numbered list'), run: () => setList(controls, 'orderedList') },
  { label: t('Quotation'), run: () => toggleQuote(controls) },
]

/** The blocks of the menus: those that `/` opens, and without the first five, which have buttons, those of *Insert*. */
export const blockChoices = (controls: TextControls, open: BlockOpeners, isAll: boolean): BlockChoice[] => {
  const { view } = controls
  return [
    ...(isAll ? wordBlocks(controls) : []),
    { label: t('Image'), run: open.onPicture },
    { label: t('Picture gallery'), run: open.onGallery },
    { label: t('Video'), run: open.onVideo },
    { label: t('File to download'), run: open.onFile },
    { label: t('Button'), run: open.onButton },
    { label: t('Pull quote'), run: () => putFrame(view, 'pullQuote') },
    { label: t('Information'), run: () => putFrame(view, 'information') },
    { label: t('Warning'), run: () => putFrame(view, 'warning') },
    { label: t('Two columns'), run: () => putColumns(view, 2) },
    { label: t('Three columns'), run: () => putColumns(view, 3) },
    { label: t('Table'), run: () => insertTable(view) },
    { label: t('Dividing line'), run: () => putLine(controls) },
  ]
}
