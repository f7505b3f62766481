import { page } from '../../domain/resources/page.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'

const slots = 4

/** A gallery begins with empty slots for pictures (docs/specification/content.md#pages). */
export const pageForm: FormOverrides = {
  asks: {
    ...page,
    fields: { ...page.fields, images: { ...page.fields.images, initial: Array.from({ length: slots }, () => ({})) } },
  },
}
