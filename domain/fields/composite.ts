import * as z from 'zod/mini'
import type { Json, JsonObject } from '../event.ts'
import { defineField, type Field, type FieldOptions, type Shown } from './field.ts'
import type { Entry, Fields, TreeEntry, Values } from './values.ts'
import { initialOf, storedOf } from './walk.ts'
import { asJson, isObject } from '../json.ts'
import { declaredMessage, inEnglish, type Message, messageOf, partOf } from '../message.ts'

type Problem = { path: (string | number)[]; message: string; unknownName?: string | undefined }
type Report = (problem: Problem) => void

/** True when a record with these values has the field (`shownWhen`). */
export const isShown = (field: Field, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(field.shownWhen ?? {}).every(([name, allowed]) => allowed.some((one) => one === values[name]))

const notKnown = (name: string): Message => ({ id: '{name} is not known here', values: { name } })

const unknownNameIn = (issue: z.core.$ZodIssue): string | undefined => {
  const name: unknown = issue.code === 'custom' ? issue.params?.unknownName : undefined
  return typeof name === 'string' ? name : undefined
}

/** The message of what a schema refuses. A name that was sent is not in the sentences that schemas keep (`declaredMessage`). */
export const messageIn = (issue: z.core.$ZodIssue): Message => {
  const name = unknownNameIn(issue)
  return name === undefined ? messageOf(issue.message) : notKnown(name)
}

/** The same of a field: what is wrong with a part of an object names both, since many objects may have such a part. */
export const messageAt = ({ kind, label }: Field, issue: z.core.$ZodIssue): Message => {
  const { id, values } = messageIn(issue)
  if (kind !== 'object' || issue.path.length === 0 || typeof values.label !== 'string') return { id, values }
  return { id, values: { ...values, label: partOf(label, values.label) } }
}

const readParts = (fields: Fields, sent: Record<string, unknown>, report: Report): JsonObject => {
  const values: JsonObject = {}
  for (const [name, field] of Object.entries(fields)) {
    const read = field.input.safeParse(Object.hasOwn(sent, name) ? sent[name] : field.initial)
    if (read.success) values[name] = read.data
    else
      for (const issue of read.error.issues)
        report({
          path: [name, ...issue.path.map((part) => (typeof part === 'symbol' ? '' : part))],
          message: issue.message,
          unknownName: unknownNameIn(issue),
        })
  }
  return values
}

const refuseUnknown = (fields: Fields, more: readonly string[], sent: Record<string, unknown>, report: Report) => {
  for (const name of Object.keys(sent))
    if (!Object.hasOwn(fields, name) && !more.includes(name)) {
      const unknownName = /^\w{1,60}$/.test(name) ? name : 'One of the names'
      report({ path: [], message: inEnglish(notKnown(unknownName)), unknownName })
    }
}

/** A schema that reads a value by `read`, which reports what is wrong with it. */
const reader = (read: (value: unknown, report: Report) => Json): z.ZodMiniType<Json, unknown> =>
  z.pipe(
    z.transform((value: unknown, context): Json => {
      let isRefused = false
      const result = read(asJson(value), ({ path, message, unknownName }) => {
        isRefused = true
        context.issues.push({ code: 'custom', message, path, input: value, params: { unknownName } })
      })
      return isRefused ? z.NEVER : result
    }),
    z.any(),
  )

/** A group of fields under one name. A part that is not sent takes its initial value. */
export const object = <F extends Fields>({ fields, ...common }: FieldOptions & { fields: F }): Field<Values<F>> => ({
  ...defineField('object', common, {
    input: reader((value, report) => {
      const sent = value ?? {}
      if (!isObject(sent)) {
        report({ path: [], message: declaredMessage('{label} is an object', { label: common.label }) })
        return null
      }
      refuseUnknown(fields, [], sent, report)
      return readParts(fields, sent, report)
    }),
    stored: z.strictObject(storedOf(fields)),
    initial: initialOf(fields),
  }),
  fields,
})

// What is new carries a name of the client's own until the record is written (D10).
const isId = (id: unknown): id is number | string =>
  (typeof id === 'number' && Number.isInteger(id) && id > 0) || (typeof id === 'string' && /^new_\w{1,40}$/.test(id))

const idOf = (id: unknown, fallback: string): number | string => {
  const known = typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id
  return isId(known) ? known : fallback
}

const inOrder = (items: readonly unknown[]): readonly unknown[] => {
  const orderOf = (item: unknown) => (isObject(item) && typeof item.ordering === 'number' ? item.ordering : null)
  if (items.some((item) => orderOf(item) === null)) return items
  return items.toSorted((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0))
}

type ListOptions<T extends Json, Name extends string> = Shown<Name> & {
  of: Field<T>
  min?: number
  max?: number
}

/** Several values of one kind, in an order of people's own. Object entries carry an `id` (`new_…` until kept); `ordering` sent with each sorts them. */
export const list = <T extends Json, Name extends string = never>({
  of,
  min = 0,
  max = 200,
  ...common
}: ListOptions<T, Name>): Field<Entry<T>[], Name> => {
  const readItem = (item: unknown, index: number, report: Report): Json => {
    if (of.kind !== 'object') {
      const read = of.input.safeParse(item)
      if (!read.success)
        report({
          path: [index],
          message: read.error.issues[0]?.message ?? declaredMessage('{label} is not valid', { label: of.label }),
        })
      return read.data ?? null
    }
    if (!isObject(item)) {
      report({ path: [index], message: declaredMessage('{label} is an object', { label: of.label }) })
      return null
    }
    const id = idOf(item.id, `new_${index}`)
    const inside: Report = ({ path, ...problem }) => report({ path: [id, ...path], ...problem })
    refuseUnknown(of.fields ?? {}, ['id', 'ordering'], item, inside)
    return { id, ...readParts(of.fields ?? {}, item, inside) }
  }
  const input = reader((value, report) => {
    const sent = value ?? []
    if (!Array.isArray(sent)) {
      report({ path: [], message: declaredMessage('{label} is a list', { label: common.label }) })
      return null
    }
    if (sent.length < min)
      report({
        path: [],
        message:
          min === 1
            ? declaredMessage('{label} is required', { label: common.label })
            : declaredMessage('{label} has at least {min} entries', { label: common.label, min }),
      })
    if (sent.length > max) {
      report({ path: [], message: declaredMessage('{label} has at most {max} entries', { label: common.label, max }) })
      return null
    }
    return inOrder(sent).map((item, index) => readItem(item, index, report))
  })
  const item = of.kind === 'object' ? z.strictObject({ id: z.number(), ...storedOf(of.fields ?? {}) }) : of.stored
  const field = defineField('list', common, { input, stored: z.array(item), initial: [] })
  return { ...field, of, min, max }
}

type TreeOptions<F extends Fields> = FieldOptions & { fields: F; max?: number }

/** How many levels the entries of a tree have at most. */
export const treeDepth = 3

/**
 * Nested entries: each has the same `fields`, an `id` as in a list, and `children`; `max` counts all of them. They need `c` when they
 * are added, `u` when changed or moved, `d` when taken away (P10).
 */
export const tree = <F extends Fields>({ fields, max = 200, ...common }: TreeOptions<F>): Field<TreeEntry<F>[]> => {
  const { label } = common
  const readNodes = (nodes: readonly unknown[], level: number, count: { nodes: number }, report: Report): Json[] =>
    nodes.map((node, index) => {
      count.nodes += 1
      if (!isObject(node)) {
        report({ path: [index], message: declaredMessage('{label} holds an entry that is no object', { label }) })
        return null
      }
      const id = idOf(node.id, `new_${level}_${count.nodes}`)
      const inside: Report = ({ path, ...problem }) => report({ path: [id, ...path], ...problem })
      const children = node.children ?? []
      if (!Array.isArray(children) || (level === treeDepth && children.length > 0)) {
        inside({
          path: [],
          message: declaredMessage('{label} has at most {depth} levels', { label, depth: treeDepth }),
        })
        return null
      }
      refuseUnknown(fields, ['id', 'children'], node, inside)
      const values = readParts(fields, node, inside)
      return { id, ...values, children: count.nodes > max ? [] : readNodes(children, level + 1, count, report) }
    })
  const input = reader((value, report) => {
    const sent = value ?? []
    const count = { nodes: 0 }
    if (!Array.isArray(sent) || sent.length > max) {
      report({
        path: [],
        message: Array.isArray(sent)
          ? declaredMessage('{label} has at most {max} entries', { label, max })
          : declaredMessage('{label} is a list', { label }),
      })
      return null
    }
    const nodes = readNodes(sent, 1, count, report)
    if (count.nodes > max)
      report({ path: [], message: declaredMessage('{label} has at most {max} entries', { label, max }) })
    return nodes
  })
  const node: z.ZodMiniType<Json> = z.strictObject({
    id: z.number(),
    ...storedOf(fields),
    children: z.array(z.lazy(() => node)),
  })
  return { ...defineField('tree', common, { input, stored: z.array(node), initial: [] }), fields, max }
}
