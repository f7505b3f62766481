import type { PageView } from './page-view.ts'

type LoadedView = { default: PageView }

/** The code that draws a page, by its type (docs/specification/portal.md#addresses). */
export const pageViews: Readonly<Record<string, () => Promise<LoadedView>>> = {
  gallery: async () => ({ default: (await import('./gallery-detail.tsx')).GalleryDetail }),
  content: async () => ({ default: (await import('./content-page.tsx')).ContentPage }),
  form: async () => ({ default: (await import('../send/iso-form.tsx')).IsoForm }),
  job: async () => ({ default: (await import('./job-detail.tsx')).JobDetail }),
}

/** Loads the code of a type ahead; the screen says so when that fails. */
export const loadView = (type: string): Promise<unknown> | undefined => pageViews[type]?.().catch(() => undefined)
