import type { FormOverrides } from '../edit/form-overrides.ts'
import { BlocksPreview } from './blocks-preview.tsx'

/** Where the form of the blocks differs (docs/specification/site.md#homepage-blocks). */
export const homepageForm: FormOverrides = { above: BlocksPreview }
