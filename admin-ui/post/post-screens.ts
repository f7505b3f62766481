import type { ScreenOverrides } from '../list/screen.ts'
import { FeaturedCell } from './featured-cell.tsx'

/** Where the screens of posts differ (spec/1 §2 Posts). */
export const postScreens: ScreenOverrides = {
  cells: { featured: FeaturedCell },
  filterPlaceholders: { category: 'Select Category' },
  layout: [
    {
      title: 'PAGE INFORMATION',
      rows: [['name'], ['excerpt'], ['category', 'featured'], ['thumbnail'], ['content']],
    },
  ],
  preview: { category: 'category', picture: 'thumbnail' },
}
