import { expect } from 'vitest'

/** One row of the table: who sends what where, and what the answer holds. */
export type CallRow = {
  as: 'staff' | 'employee'
  path: string
  send?: Record<string, unknown> | readonly unknown[]
  files?: readonly string[]
  answers: unknown
  /** Under which name the id that it answers is kept for later rows: `{page}` in a path or in what is sent. */
  keeps?: string
}

export const any = expect.anything()
export const done = (name: string, more: Record<string, unknown> = {}) => ({
  type: 'success',
  name,
  message: expect.any(String),
  position: expect.any(String),
  ...more,
})
export const made = (name: string) =>
  done(name, { data: expect.objectContaining({ id: expect.any(Number), version: expect.any(Number) }) })
export const meta = { total_page: expect.any(Number), total_item: expect.any(Number) }
export const listOf = (row: Record<string, unknown>) => ({
  data: expect.arrayContaining([expect.objectContaining(row)]),
  meta,
})
export const one = (row: Record<string, unknown>) => ({ data: expect.objectContaining(row) })
export const staff = (path: string, answers: unknown, more: Partial<CallRow> = {}): CallRow => ({
  as: 'staff',
  path,
  answers,
  ...more,
})
export const employee = (path: string, answers: unknown, more: Partial<CallRow> = {}): CallRow => ({
  as: 'employee',
  path,
  answers,
  ...more,
})

export const verbs = (name: string, key = `{${name}}`): Record<string, CallRow> => ({
  [`POST /${name}/{id}/deactivate`]: staff(`/${name}/${key}/deactivate`, done(name)),
  [`POST /${name}/{id}/activate`]: staff(`/${name}/${key}/activate`, done(name)),
})

/** The rows of the call tables that every record has which is found by its id. */
export const recordCalls = (name: string) => [
  `GET /${name}`,
  `POST /${name}`,
  `GET /${name}/{id}`,
  `PUT /${name}/{id}`,
  `DELETE /${name}/{id}`,
  `POST /${name}/{id}/activate`,
  `POST /${name}/{id}/deactivate`,
]
