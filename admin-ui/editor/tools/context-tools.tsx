import { t } from '../../../ui-shared/i18n.ts'
import { changeFrame, countColumns, removeBox, unwrapBox } from '../blocks/block-commands.ts'
import { placePicture, removePicture, resizePicture } from '../pictures/picture-commands.ts'
import type { PictureSide, PictureSize } from '../pictures/picture-size.ts'
import {
  addColumn,
  addRow,
  mergeCells,
  removeColumn,
  removeRow,
  removeTable,
  splitCell,
  toggleHeadColumn,
  toggleHeadRow,
} from '../tables/table-commands.ts'
import type { TextControls } from '../text/text-controls.ts'
import type { TextState } from '../text/text-state.ts'
import { type Tool, type ToolbarOpeners, ToolButton } from './tool.tsx'

const worded = (label: string, run: () => void, isOn?: boolean): Tool => ({
  label,
  face: label,
  run,
  ...(isOn !== undefined && { isOn }),
})

const tableTools = ({ view }: TextControls, { table }: TextState): Tool[] => [
  worded(t('Add row above'), () => addRow(view, true)),
  { ...worded(t('Add row'), () => addRow(view)), keys: 'Control+Enter' },
  worded(t('Remove row'), () => removeRow(view)),
  worded(t('Add column before'), () => addColumn(view, true)),
  { ...worded(t('Add column'), () => addColumn(view)), keys: 'Control+Shift+Enter' },
  worded(t('Remove column'), () => removeColumn(view)),
  worded(t('Header row'), () => toggleHeadRow(view), table?.hasHeadRow),
  worded(t('Header column'), () => toggleHeadColumn(view), table?.hasHeadColumn),
  worded(t('Merge cells'), () => mergeCells(view)),
  { ...worded(t('Split cell'), () => splitCell(view)), isOff: !table?.isSpanning },
  worded(t('Remove table'), () => removeTable(view)),
]

const sizeTools = ({ view }: TextControls, { picture }: TextState): Tool[] => {
  const sizes: [PictureSize, string][] = [
    ['small', t('Small')],
    ['medium', t('Medium')],
    ['full', t('Full width')],
  ]
  return sizes.map(([size, label]) => worded(label, () => resizePicture(view, size), picture === size))
}

const sideTools = ({ view }: TextControls, { side }: TextState): Tool[] => {
  const sides: [PictureSide, string][] = [
    ['left', t('Left of the words')],
    ['none', t('Between the words')],
    ['right', t('Right of the words')],
  ]
  return sides.map(([one, label]) => worded(label, () => placePicture(view, one), side === one))
}

const pictureTools = (controls: TextControls, state: TextState, open: ToolbarOpeners): Tool[] => [
  worded(t('Change picture'), open.onChangePicture),
  ...(state.box === 'gallery' ? [] : sizeTools(controls, state)),
  ...(state.side === null ? [] : sideTools(controls, state)),
  worded(t('Remove picture'), () => removePicture(controls.view)),
]

const mediumTools = ({ view }: TextControls, { medium }: TextState, open: ToolbarOpeners): Tool[] => [
  medium === 'fileCard' ? worded(t('Change file'), open.onFile) : worded(t('Change video'), open.onVideo),
  worded(t('Remove'), () => removePicture(view)),
]

const frameTools = ({ view }: TextControls, { box }: TextState): Tool[] => [
  worded(t('Information'), () => changeFrame(view, 'information'), box === 'information'),
  worded(t('Warning'), () => changeFrame(view, 'warning'), box === 'warning'),
]

const columnTools = ({ view }: TextControls, { columns }: TextState): Tool[] => [
  worded(t('Two columns'), () => countColumns(view, 2), columns === 2),
  worded(t('Three columns'), () => countColumns(view, 3), columns === 3),
]

const boxTools = (controls: TextControls, state: TextState, open: ToolbarOpeners): Tool[] => {
  const { box } = state
  const { view } = controls
  return [
    ...(box === 'information' || box === 'warning' ? frameTools(controls, state) : []),
    ...(box === 'columns' ? columnTools(controls, state) : []),
    ...(box === 'gallery' ? [worded(t('Add pictures'), open.onGallery)] : []),
    worded(t('Turn into plain text'), () => unwrapBox(view)),
    worded(t('Remove block'), () => removeBox(view)),
  ]
}

const Row = ({ tools }: { tools: readonly Tool[] }) => (
  <div className="tools more-tools">
    {tools.map((tool) => (
      <ToolButton key={tool.label} tool={tool} disabled={false} />
    ))}
  </div>
)

/** The tools for what stands at the cursor: a table, picture, film or card, and the box around it. */
export const ContextTools = ({
  controls,
  state,
  open,
}: {
  controls: TextControls
  state: TextState
  open: ToolbarOpeners
}) => (
  <>
    {state.isTable && <Row tools={tableTools(controls, state)} />}
    {state.picture && <Row tools={pictureTools(controls, state, open)} />}
    {state.medium && <Row tools={mediumTools(controls, state, open)} />}
    {state.box && <Row tools={boxTools(controls, state, open)} />}
  </>
)
