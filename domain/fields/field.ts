import * as z from 'zod/mini'
import type { Json } from '../event.ts'
import { declaredMessage } from '../message.ts'
import { plainText } from './plain-text.ts'

/** How a field is shown, stored and read: each room has one table with an entry for each kind. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'html'
  | 'css'
  | 'flag'
  | 'integer'
  | 'date'
  | 'moment'
  | 'email'
  | 'emails'
  | 'link'
  | 'picture'
  | 'file'
  | 'reference'
  | 'references'
  | 'choice'
  | 'state'
  | 'permissions'
  | 'secret'
  | 'object'
  | 'list'
  | 'tree'

export type FieldOptions = {
  label: string
  /** What its column of a list is called, where not by its label. */
  heading?: string
  hint?: string
  isRequired?: boolean
  /** Sealed under the key of the person that the record is about. */
  isPersonal?: boolean
  /** Set by events of verbs, never by a form. */
  isDerived?: boolean
  /** Set when the record is created, never changed afterwards. */
  isFixed?: boolean
  /** Required of whoever edits the record, which may begin without it. */
  isAskedLater?: boolean
  /** Given by the server when the record is created; a client that sends it is refused. */
  isSupplied?: boolean
  /** The field belongs to records whose named fields hold one of these values: others neither ask for it nor take it. */
  shownWhen?: Readonly<Record<string, readonly Json[]>>
  /** A list that a verb asks for has the entries of the record's list of that name. */ isGiven?: boolean
  /** Asked for by a button of its own instead of a control in the form. */
  isApart?: boolean
  /** Looked up by its value, so it has an index. */
  isIndexed?: boolean
  area?: string
  /** References to records of the same resource: following them never leads back. */
  isAcyclic?: boolean
  /** A list or tree whose entries need `c` when they are added, `u` when changed or moved, `d` when taken away (spec/decisions P10). */
  isByAction?: boolean
  /** A picture that is drawn from SVG as well. */
  takesSvg?: boolean
  /** A picture in whose place the portal draws one while there is none. */
  isDrawnWithout?: boolean
  /** What an empty control shows: what it means to leave it empty. */
  placeholder?: string
  /** Clients send it and no form asks for it: it follows from what somebody chose elsewhere on the screen. */
  isUnasked?: boolean
}

/**
 * One field. `input` reads what a client sends, `stored` is what an event may hold. `sets` names the verbs behind it: of a flag those for
 * true and for false, of others first the one whose input holds the value under the field's name.
 * Objects and nodes of a tree have `fields`, a list has `of`.
 */
export type Field = FieldOptions & {
  kind: FieldKind
  input: z.ZodMiniType<Json, unknown>
  stored: z.ZodMiniType<Json>
  initial: Json
  isRequired: boolean
  isPersonal: boolean
  isDerived: boolean
  min?: number
  max?: number
  /** People are told apart by it: kept in NFKC, and refused when it can be taken for another (UTS 39). */
  isIdentifier?: boolean
  /** Made of digits alone, for which a device shows its keys. */
  isDigits?: boolean
  references?: string
  /** Under which name and label the records that it points at show and edit the relation. */
  inverse?: { name: string; label: string }
  /** The picture whose focal point it is. */
  focusOf?: string
  options?: readonly string[]
  /** The words that people see for the options of a choice, or for true and false of a flag that is filtered by, and options that only the system's own records have. */
  labels?: Readonly<Record<string, string>>
  builtIn?: readonly string[]
  sets?: readonly [string, string]
  fields?: Readonly<Record<string, Field>>
  of?: Field
  isOrdered?: boolean
  /** How many empty entries the form of a new record begins with; those that stay empty are not sent. */
  slots?: number
  depth?: number
}

const bytes = new TextEncoder()
const utf8Length = (text: string) => bytes.encode(text).length

/** A field of a kind, with what is usual for what is not said. */
export const defineField = (
  kind: FieldKind,
  common: FieldOptions,
  schemas: Pick<Field, 'input' | 'stored' | 'initial'>,
): Field => ({ isRequired: false, isPersonal: false, isDerived: false, ...common, kind, ...schemas })

/** What forms send for nothing. */
export const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

/** A single line, at most `max` characters (255; spec/decisions X22). Required unless said otherwise. */
export const text = ({
  max = 255,
  isRequired = true,
  isIdentifier = false,
  ...common
}: FieldOptions & { max?: number; isIdentifier?: boolean }): Field => {
  const sent = plainText(common.label, isRequired)
  const schema = (isIdentifier ? sent.check(z.normalize('NFKC'), z.trim()) : sent).check(
    z.refine(
      (value) => [...value].length <= max,
      declaredMessage('{label} has at most {max} characters', { label: common.label, max }),
    ),
  )
  const defined = defineField('text', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' })
  return { ...defined, max, ...(isIdentifier ? { isIdentifier } : {}) }
}

const sized =
  (kind: FieldKind, max: number, name: string) =>
  (common: FieldOptions): Field => {
    const schema = plainText(common.label, common.isRequired ?? false).check(
      z.refine(
        (value) => utf8Length(value) <= max,
        declaredMessage('{label} is longer than {size}', { label: common.label, size: name }),
      ),
    )
    return { ...defineField(kind, common, { input: schema, stored: z.string(), initial: '' }), max }
  }

/** Several lines of plain text, at most 20 kB of UTF-8. */
export const longText = sized('longText', 20_000, '20 kB')
/** HTML of an article, at most 400 kB of UTF-8; cleaned before it is decided. */
export const html = sized('html', 400_000, '400 kB')
/** CSS of an article, at most 100 kB of UTF-8. */
export const css = sized('css', 100_000, '100 kB')

/** Yes or no; forms send "true" and "false" (spec/1 §3). `sets` names the verbs that set it to true and to false. */
export const flag = ({ sets, ...common }: FieldOptions & { sets?: readonly [string, string] }): Field => ({
  ...defineField('flag', common, {
    input: z.pipe(
      z.union(
        [z.boolean(), z.literal('true'), z.literal('false'), z.literal('')],
        declaredMessage('{label} is true or false', { label: common.label }),
      ),
      z.transform((value) => value === true || value === 'true'),
    ),
    stored: z.boolean(),
    initial: false,
  }),
  ...(sets ? { sets } : {}),
})

/** A whole number, from 0 to 2^31 - 1 unless said otherwise. */
export const integer = ({
  min = 0,
  max = 2_147_483_647,
  initial = null,
  missing,
  sets,
  ...common
}: FieldOptions & {
  min?: number
  max?: number
  initial?: number | null
  /** What an empty control is told. */
  missing?: string
  sets?: Field['sets']
}): Field => {
  const message = declaredMessage('{label} is a whole number from {min} to {max}', { label: common.label, min, max })
  const error = ({ input }: { input?: unknown }) => (input === null ? (missing ?? message) : message)
  const number = z.number({ error }).check(z.int(message), z.gte(min, message), z.lte(max, message))
  const read = z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : emptyToNull(value),
    ),
    common.isRequired ? number : z.nullable(number),
  )
  const field = defineField('integer', common, { input: read, stored: z.nullable(z.number()), initial })
  return { ...field, min, ...(sets ? { sets } : {}) }
}

type ChoiceOptions = FieldOptions & {
  options: readonly [string, ...string[]]
  labels?: Readonly<Record<string, string>>
  builtIn?: readonly string[]
}

/** One of a few fixed words, each shown as `labels` says. Records with one of `builtIn` are made by the system alone. */
export const choice = ({ options, labels, builtIn = [], ...common }: ChoiceOptions): Field => ({
  ...defineField('choice', common, {
    input: z.enum(
      [...options, ...builtIn],
      declaredMessage('{label} is one of {options}', { label: common.label, options: options.join(', ') }),
    ),
    stored: z.string(),
    initial: options[0],
  }),
  options,
  ...(labels ? { labels } : {}),
  ...(builtIn.length > 0 ? { builtIn } : {}),
})

/** Words of a list that is sent as JSON or comma-joined; anything else as it is. */
export const words = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean)
    : value

/** A list of permissions, sent as JSON or comma-joined (spec/2 §7). Whether an area exists is for whoever grants them to know. */
export const permissions = (common: FieldOptions): Field => {
  const { label } = common
  const unknown = declaredMessage('{label} holds an unknown name', { label })
  const names = z.array(
    z.string().check(z.regex(/^[crud]-[a-z_]{1,60}$/, unknown)),
    declaredMessage('{label} is a list', { label }),
  )
  const read = z.pipe(
    z.transform(words),
    names.check(z.maxLength(500, declaredMessage('{label} is too long', { label }))),
  )
  return defineField('permissions', common, { input: read, stored: z.array(z.string()), initial: [] })
}

/** Where a record stands on its way: one of a few fixed words, the first at the beginning, changed by verbs only (`from`, `to`). */
export const state = ({ options, ...common }: Omit<ChoiceOptions, 'builtIn'>): Field => ({
  ...choice({ ...common, options, isDerived: true }),
  kind: 'state',
})
