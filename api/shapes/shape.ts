import type { z } from 'zod'
import type { Resource } from '../../domain/resource.ts'
import type { Sent } from '../body/sent.ts'
import { pageShape } from './page.ts'

type Record_ = Record<string, unknown>

/** How a resource goes over the wire where the specification's names are not those of its fields. */
export type Shape = {
  /** The names that a record answers besides those of its fields. */
  schema: Readonly<Record<string, z.ZodType>>
  /** Their values, from a record as its fields are answered. */
  answer(record: Readonly<Record_>): Record_
  /** What a client sent, under the names of fields. */
  read?(sent: Sent): Sent
}

const shapes: Readonly<Record<string, Shape>> = { page: pageShape }

/** The further names that a resource answers, as a schema. */
export const shapeSchema = ({ name }: Resource) => shapes[name]?.schema ?? {}

/** A record with the further names that its resource answers. */
export const shaped = ({ name }: Resource, record: Record_): Record_ => {
  const shape = shapes[name]
  return shape ? { ...record, ...shape.answer(record) } : record
}

/** What a client sent of a record, under the names of its fields. */
export const unshaped = ({ name }: Resource, sent: Sent): Sent => shapes[name]?.read?.(sent) ?? sent
