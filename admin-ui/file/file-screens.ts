import { textOf } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { ThumbnailCell } from './thumbnail-cell.tsx'

/** Where the list of files differs (spec/2 §1 File list). */
export const fileScreens: ScreenOverrides = {
  publicPath: (row) => textOf(row, 'link') || null,
  columns: [{ name: 'thumbnail', heading: 'Thumbnail', Cell: ThumbnailCell }],
}
