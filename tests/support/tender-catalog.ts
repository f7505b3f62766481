import { resources as known } from '../../domain/catalog.ts'
import { tender } from './tender.ts'

export * from '../../domain/catalog.ts'
/** The catalogue with the worked example in it; the apps of tests/support/tender-stage.ts are built from it. */
export const resources = [...known, tender]
