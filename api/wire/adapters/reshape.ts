import type { Resource } from '../../../domain/resource.ts'
import type { Sent } from '../../body/sent.ts'
import { employeeShape } from './employee.ts'
import { fileShape } from './file.ts'
import { pageShape } from './page.ts'
import { roleShape } from './role.ts'
import type { Shape } from './shape.ts'
import { userShape } from './user.ts'
import { stationeryShape } from './stationery.ts'
import { applicationShape, requestShape } from './submission.ts'

type Row = Record<string, unknown>

const shapes: Readonly<Record<string, Shape>> = {
  page: pageShape,
  file: fileShape,
  user: userShape,
  role: roleShape,
  employee: employeeShape,
  request: requestShape,
  job_application: applicationShape,
  stationery: stationeryShape,
}

/** Whether a resource has names on the wire beside those of its fields. */
export const hasShape = ({ name }: Resource): boolean => Object.hasOwn(shapes, name)

/** The further names that a resource answers, as a schema. */
export const shapeSchema = ({ name }: Resource) => shapes[name]?.schema ?? {}

/** A record with the further names that its resource answers. */
export const shaped = ({ name }: Resource, record: Row): Row => {
  const shape = shapes[name]
  return shape ? { ...record, ...shape.answer(record) } : record
}

/** A record as employees read it, with the further names that its resource answers. */
export const portalShaped = ({ name }: Resource, record: Row): Row => {
  const shape = shapes[name]
  return shape ? { ...record, ...(shape.inPortal ?? shape.answer)(record) } : record
}

/** What a client sent of a record, under the names of its fields. */
export const unshaped = ({ name }: Resource, sent: Sent): Sent => shapes[name]?.read?.(sent) ?? sent
