import type { file } from '../../../domain/resources/file.ts'
import { z } from 'zod'
import { fileLinkOf } from '../../../projections/sql.ts'
import type { Shape } from './shape.ts'

/** How files are answered: with their link, and with a thumbnail when they are pictures. `description` is another name of `attribute` (W13). */
export const fileShape: Shape<typeof file.fields> = {
  schema: { link: z.string().nullable().optional(), thumbnail: z.string().nullable().optional() },
  answer: ({ key, name, type }) => {
    const link = fileLinkOf(key, name)
    return { link, thumbnail: type === 'image' ? link : null }
  },
  read: ({ fields: { description, type: _, ...fields }, ...sent }) => ({
    ...sent,
    fields: { ...(description === undefined ? {} : { attribute: description }), ...fields },
  }),
}
