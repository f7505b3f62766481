import type { NameIn } from '../../domain/fields/values.ts'
import type { post } from '../../domain/resources/post.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { FeaturedCell } from './featured-cell.tsx'

/** Where the screens of posts differ (docs/specification/content.md#posts). */
export const postScreens: ScreenOverrides<NameIn<typeof post.fields>> = {
  cells: { featured: FeaturedCell },
  filterPlaceholders: { category: 'Select Category' },
  layout: [
    { title: 'PAGE INFORMATION', rows: [['name'], ['content']] },
    { title: null, isBeside: true, rows: [['excerpt'], ['category'], ['featured'], ['thumbnail']] },
  ],
  preview: { category: 'category', picture: 'thumbnail' },
}
