import { textOf } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { ThumbnailCell } from './thumbnail-cell.tsx'

/** Where the list of files differs (docs/specification/content.md#files). */
export const fileScreens: ScreenOverrides = {
  publicPath: (row) => textOf(row, 'link') || null,
  columns: [{ name: 'thumbnail', heading: 'Thumbnail', Cell: ThumbnailCell }],
}
