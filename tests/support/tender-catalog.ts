import { resources as known } from '../../domain/catalog.ts'
import { siteNotice } from './site-notice.ts'
import { tender } from './tender.ts'

export * from '../../domain/catalog.ts'
/** The catalogue with the worked example and a resource with one record in it; the apps of tests/support/tender-stage.ts are built from it. */
export const resources = [...known, tender, siteNotice]
