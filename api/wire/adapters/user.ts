import type { user } from '../../../domain/resources/user.ts'
import { z } from 'zod'
import type { Shape } from './shape.ts'

/** How users are answered and sent: a new one is sent with `phone_number`, which is `phone` elsewhere (T11). */
export const userShape: Shape<typeof user.fields> = {
  schema: { phone_number: z.string().nullable().optional() },
  answer: ({ phone }) => ({ phone_number: phone ?? null }),
  read: ({ fields: { phone_number: phone, ...fields }, ...sent }) => ({
    ...sent,
    fields: { ...(phone === undefined ? {} : { phone }), ...fields },
  }),
}
