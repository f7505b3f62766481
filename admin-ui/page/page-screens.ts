import type { NameIn } from '../../domain/fields/values.ts'
import type { page } from '../../domain/resources/page.ts'
import type { ScreenOverrides } from '../list/screen.ts'

/** Where the screens of pages differ (docs/specification/content.md#pages). */
export const pageScreens: ScreenOverrides<NameIn<typeof page.fields>> = {
  layout: [
    { title: 'PAGE INFORMATION', rows: [['name'], ['type', 'parent'], ['body'], ['images']] },
    { title: null, isBeside: true, rows: [['excerpt']] },
  ],
}
