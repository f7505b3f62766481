import type { ScreenOverrides } from '../list/screen.ts'

/** Where the screens of pages differ (spec/1 §2 Pages). */
export const pageScreens: ScreenOverrides = {
  layout: [
    {
      title: 'PAGE INFORMATION',
      rows: [['name'], ['type', 'parent'], ['excerpt'], ['body'], ['images']],
    },
  ],
}
