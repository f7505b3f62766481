import * as z from 'zod/mini'
import type { Json } from './event.ts'

/** How a field is shown, stored and read. The UI picks the widget by it, the read side the column. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'html'
  | 'css'
  | 'flag'
  | 'integer'
  | 'moment'
  | 'email'
  | 'link'
  | 'picture'
  | 'reference'
  | 'choice'
  | 'list'

/**
 * One field of a resource. `input` reads what a client sends (text of a form or JSON), `stored` is what an event may hold.
 * `isDerived` fields are set by events of their own, never by a form; `sets` names the verbs behind a flag (true, false).
 */
export type Field = {
  kind: FieldKind
  label: string
  hint?: string
  input: z.ZodMiniType<Json, unknown>
  stored: z.ZodMiniType<Json>
  initial: Json
  isRequired: boolean
  isPersonal: boolean
  isDerived: boolean
  max?: number
  references?: string
  options?: readonly string[]
  sets?: readonly [string, string]
}

type Common = { label: string; hint?: string; isRequired?: boolean; isPersonal?: boolean; isDerived?: boolean }

const bytes = new TextEncoder()
// NUL and lone surrogates cannot be stored as text by PostgreSQL (reference/reliability IN-3).
const isStorable = (text: string) =>
  !text.includes('\u0000') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
const utf8Length = (text: string) => bytes.encode(text).length

const plainText = (label: string, isRequired: boolean) => {
  const text = z
    .string(`${label} is a text`)
    .check(z.refine(isStorable, `${label} holds characters that cannot be stored`), z.trim())
  return isRequired ? text.check(z.minLength(1, `${label} is required`)) : text
}

const field = (kind: FieldKind, common: Common, schemas: Pick<Field, 'input' | 'stored' | 'initial'>): Field => ({
  kind,
  label: common.label,
  ...(common.hint === undefined ? {} : { hint: common.hint }),
  isRequired: common.isRequired ?? false,
  isPersonal: common.isPersonal ?? false,
  isDerived: common.isDerived ?? false,
  ...schemas,
})

const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

/** A single line, at most `max` characters (255; spec/decisions X22). Required unless said otherwise. */
export const text = ({ max = 255, isRequired = true, ...common }: Common & { max?: number }): Field => {
  const schema = plainText(common.label, isRequired).check(
    z.refine((value) => [...value].length <= max, `${common.label} has at most ${max} characters`),
  )
  return { ...field('text', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' }), max }
}

const sized =
  (kind: FieldKind, max: number, name: string) =>
  (common: Common): Field => {
    const schema = plainText(common.label, common.isRequired ?? false).check(
      z.refine((value) => utf8Length(value) <= max, `${common.label} is longer than ${name}`),
    )
    return { ...field(kind, common, { input: schema, stored: z.string(), initial: '' }), max }
  }

/** Several lines of plain text, at most 20 kB of UTF-8. */
export const longText = sized('longText', 20_000, '20 kB')
/** HTML of an article, at most 400 kB of UTF-8; cleaned before it is decided. */
export const html = sized('html', 400_000, '400 kB')
/** CSS of an article, at most 100 kB of UTF-8. */
export const css = sized('css', 100_000, '100 kB')

/** Yes or no; forms send "true" and "false" (spec/1 §3). `sets` names the verbs that set it to true and to false. */
export const flag = ({ sets, ...common }: Common & { sets?: readonly [string, string] }): Field => ({
  ...field('flag', common, {
    input: z.pipe(
      z.union([z.boolean(), z.literal('true'), z.literal('false'), z.literal('')], `${common.label} is true or false`),
      z.transform((value) => value === true || value === 'true'),
    ),
    stored: z.boolean(),
    initial: false,
  }),
  ...(sets ? { sets } : {}),
})

/** A whole number from `min` to `max`. */
export const integer = ({
  min = 0,
  max = 2_147_483_647,
  ...common
}: Common & { min?: number; max?: number }): Field => {
  const message = `${common.label} is a whole number from ${min} to ${max}`
  const number = z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message))
  const read = z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : emptyToNull(value),
    ),
    common.isRequired ? number : z.nullable(number),
  )
  return field('integer', common, { input: read, stored: z.nullable(z.number()), initial: null })
}

/** A moment in UTC, set by an event and never by a form. */
export const moment = (common: Common): Field =>
  field(
    'moment',
    { ...common, isDerived: true },
    { input: z.nullable(z.string()), stored: z.nullable(z.string()), initial: null },
  )

// One address, dot-atom local part, no quotes, comments or groups (reference/reliability ML-1).
const addressPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** True for one plain e-mail address of at most 254 characters. */
export const isMailAddress = (value: string) => value.length <= 254 && addressPattern.test(value)

/** An e-mail address. */
export const email = (common: Common): Field => {
  const isRequired = common.isRequired ?? true
  const schema = plainText(common.label, isRequired).check(
    z.refine(
      (value) => (!isRequired && value === '') || isMailAddress(value),
      `${common.label} is not a valid e-mail address`,
    ),
  )
  return { ...field('email', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' }), max: 254 }
}

/** http(s), mailto or a path of this site; `//host` and other schemes are refused (reference/reliability IN-5). */
export const isSafeLink = (value: string): boolean => {
  // Browsers drop exactly these characters before they read a scheme.
  if (/[\u0000-\u0020\u007f\\]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return value.length > 7
  return (scheme === 'http' || scheme === 'https') && URL.canParse(value)
}

/** A link. */
export const link = (common: Common): Field => {
  const isRequired = common.isRequired ?? true
  const schema = plainText(common.label, isRequired).check(
    z.refine((value) => value.length <= 2_000, `${common.label} has at most 2000 characters`),
    z.refine((value) => value === '' || isSafeLink(value), `${common.label} is not a link this site may use`),
  )
  return { ...field('link', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' }), max: 2_000 }
}

const idInput = ({ label, isRequired }: Common) => {
  const message = `${label} is not a known choice`
  const id = z
    .number({ error: ({ input }) => (input === null ? `${label} is required` : message) })
    .check(z.int(message), z.gte(1, message), z.lte(2_147_483_647, message))
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : emptyToNull(value),
    ),
    isRequired ? id : z.nullable(id),
  )
}

/** The id of a record of another resource, or null. */
export const reference = ({ to, ...common }: Common & { to: string }): Field => ({
  ...field('reference', common, { input: idInput(common), stored: z.nullable(z.number()), initial: null }),
  references: to,
})

/** A picture: the id of a file record, or null. The forms send the picture itself; the route stores it first. */
export const picture = (common: Common): Field => ({
  ...field('picture', common, { input: idInput(common), stored: z.nullable(z.number()), initial: null }),
  references: 'file',
})

/** One of a few fixed words. */
export const choice = ({ options, ...common }: Common & { options: readonly [string, ...string[]] }): Field => ({
  ...field('choice', common, {
    input: z.enum(options, `${common.label} is one of ${options.join(', ')}`),
    stored: z.string(),
    initial: options[0],
  }),
  options,
})

/** A list of permissions, sent as JSON or comma-joined (spec/2 §7). Whether an area exists is for whoever grants them to know. */
export const permissions = (common: Common): Field => {
  const name = z.string().check(z.regex(/^[crud]-[a-z_]{1,60}$/, `${common.label} holds an unknown name`))
  const read = z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean)
        : value,
    ),
    z.array(name, `${common.label} is a list`).check(z.maxLength(500, `${common.label} is too long`)),
  )
  return field('list', common, { input: read, stored: z.array(z.string()), initial: [] })
}
