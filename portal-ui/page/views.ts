import { part } from '../../ui-shared/parts/part.tsx'

const gallery = part(async () => (await import('./gallery-detail.tsx')).GalleryDetail)
const content = part(async () => (await import('./content-page.tsx')).ContentPage)
const form = part(async () => (await import('../send/iso-form.tsx')).IsoForm)
const job = part(async () => (await import('./job-detail.tsx')).JobDetail)

/** What draws a page, by its type (docs/specification/portal.md#addresses). */
export const pageViews: Readonly<Record<string, typeof gallery>> = { gallery, content, form, job }

/** Loads the code of a type ahead; the screen says so when that fails. */
export const loadView = (type: string): Promise<unknown> | undefined => pageViews[type]?.load().catch(() => undefined)
