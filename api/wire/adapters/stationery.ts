import { z } from 'zod'
import type { Shape } from './shape.ts'

/** How items are answered: with the value that a line of a request names them by. */
export const stationeryShape: Shape = {
  schema: { value: z.number().optional() },
  answer: ({ id }) => ({ value: id }),
}
