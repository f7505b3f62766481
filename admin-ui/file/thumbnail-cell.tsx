import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { Thumbnail } from '../list/cells/field-cell.tsx'
import { textOf } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'

/** A picture of a picture, a drawing of a sheet for all else. */
export const ThumbnailCell: Cell = ({ row }) => {
  const link = textOf(row, 'thumbnail')
  return link ? <Thumbnail link={link} row={row} /> : <Icon name="file" />
}
