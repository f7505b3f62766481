import type { Answered } from '../../../domain/fields/values.ts'
import type { jobApplication } from '../../../domain/resources/job_application.ts'
import type { request } from '../../../domain/resources/request.ts'
import type { senderFields } from '../../../domain/shapes/submission.ts'
import { z } from 'zod'
import { isObject } from '../../../domain/json.ts'
import type { Shape } from './shape.ts'

const person = z.object({ id: z.number(), fullname: z.string() }).nullable()
const titled = z.object({ id: z.number(), title_name: z.string() }).nullable()

const renamed = (value: unknown, name: string) =>
  isObject(value) && typeof value.id === 'number' ? { id: value.id, [name]: String(value.name) } : null

const sender = ({ author, title, created_at: createdAt }: Answered<typeof senderFields>) => ({
  employee: renamed(author, 'fullname'),
  title: renamed(title, 'title_name'),
  createdAt,
})
const senderSchema = { employee: person.optional(), title: titled.optional(), createdAt: z.string().optional() }

/** How requests are answered: with who sent them, and a number to name them by. */
export const requestShape: Shape<typeof request.fields> = {
  schema: { ...senderSchema, slug: z.string().optional() },
  answer: (record) => ({
    ...sender(record),
    slug: String(record.label),
  }),
}

/** How applications are answered: with who sent them, and for which job. */
export const applicationShape: Shape<typeof jobApplication.fields> = {
  schema: { ...senderSchema, job_data: z.object({ slug: z.string(), name: z.string() }).nullable().optional() },
  answer: (record) => ({
    ...sender(record),
    job_data: isObject(record.job) ? { slug: String(record.job.slug), name: String(record.job.name) } : null,
  }),
}
