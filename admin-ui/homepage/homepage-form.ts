import { lazy } from 'react'
import type { FormOverrides } from '../edit/form-overrides.ts'

const BlocksPreview = lazy(async () => ({ default: (await import('./blocks-preview.tsx')).BlocksPreview }))

/** Where the form of the blocks differs (docs/specification/site.md#homepage-blocks). */
export const homepageForm: FormOverrides = { above: BlocksPreview }
