import type { FormOverrides } from '../edit/form-overrides.ts'
import { FeaturedControl } from './featured-control.tsx'

/** The form of posts says which one is on the landing page (spec/1 §2 Posts). */
export const postForm: FormOverrides = { controls: { featured: FeaturedControl } }
