import type { NameIn } from '../../domain/fields/values.ts'
import type { post } from '../../domain/resources/post.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { CoverControl } from './cover-control.tsx'
import { FeaturedControl } from './featured-control.tsx'

/** The form of posts says which one is on the landing page (docs/specification/content.md#posts). */
export const postForm: FormOverrides<NameIn<typeof post.fields>> = {
  controls: { featured: FeaturedControl, thumbnail: CoverControl },
}
