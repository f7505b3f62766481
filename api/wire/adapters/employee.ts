import type { employee } from '../../../domain/resources/employee.ts'
import { z } from 'zod'
import { isObject } from '../../../domain/json.ts'
import { objectsIn, type Shape } from './shape.ts'

const option = z.object({ value: z.number(), label: z.string() })
const title = z
  .object({
    id: z.number(),
    name: z.string(),
    title_name: z.string(),
    slug: z.string().nullable().optional(),
    isInactive: z.boolean().optional(),
  })
  .nullable()

const optionsOf = (value: unknown) => objectsIn(value).map(({ id, name }) => ({ value: id, label: name }))

/** How employees are answered: the title under its own name, both ends of reporting lines as options too (docs/specification/wire.md#fields). */
export const employeeShape: Shape<typeof employee.fields, 'empSub'> = {
  schema: {
    title: title.optional(),
    superOrdinateDetails: z.array(option).optional(),
    subOrdinateDetails: z.array(option).optional(),
  },
  answer: ({ title: held, empSuper, empSub }) => ({
    ...(isObject(held) ? { title: { ...held, title_name: held.name } } : {}),
    ...(empSuper === undefined ? {} : { superOrdinateDetails: optionsOf(empSuper) }),
    ...(empSub === undefined ? {} : { subOrdinateDetails: optionsOf(empSub) }),
  }),
}
