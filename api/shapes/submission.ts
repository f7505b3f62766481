import { z } from 'zod'
import { isObject } from '../../domain/fields/composite.ts'
import type { Shape } from './shape.ts'

const person = z.object({ id: z.number(), fullname: z.string() }).nullable()
const titled = z.object({ id: z.number(), title_name: z.string() }).nullable()

const renamed = (value: unknown, name: string) =>
  isObject(value) && typeof value.id === 'number' ? { id: value.id, [name]: String(value.name) } : null

const sender = ({ author, title, created_at: createdAt }: Readonly<Record<string, unknown>>) => ({
  employee: renamed(author, 'fullname'),
  title: renamed(title, 'title_name'),
  createdAt,
})
const senderSchema = { employee: person.optional(), title: titled.optional(), createdAt: z.string().optional() }

/** `REQ-2026-0042`: the year in which it was sent, and its number (spec/decisions W6). */
export const requestNumber = (id: number, sentAt: string): string =>
  `REQ-${sentAt.slice(0, 4)}-${String(id).padStart(4, '0')}`

/** How requests are answered: with who sent them, and a number to name them by. */
export const requestShape: Shape = {
  schema: { ...senderSchema, slug: z.string().optional() },
  answer: (record) => ({
    ...sender(record),
    slug: requestNumber(Number(record.id), String(record.created_at)),
  }),
}

/** How applications are answered: with who sent them, and for which job. */
export const applicationShape: Shape = {
  schema: { ...senderSchema, job_data: z.object({ slug: z.string(), name: z.string() }).nullable().optional() },
  answer: (record) => ({
    ...sender(record),
    job_data: isObject(record.job) ? { slug: String(record.job.slug), name: String(record.job.name) } : null,
  }),
}
