import * as z from 'zod/mini'
import type { Json } from '../event.ts'
import { declaredMessage } from '../message.ts'
import { asWhole } from './as-whole.ts'
import { builtInOf } from './built-in.ts'
import type { Tone } from '../shapes/stages.ts'
import { plainText } from './plain-text.ts'

/** How a field is shown, stored and read: each room has one table with an entry for each kind. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'html'
  | 'css'
  | 'flag'
  | 'integer'
  | 'decimal'
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

type PlainOptions = {
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
  /** Given by the server; a client that sends it is refused, and where it is required no client makes such a record. */
  isSupplied?: boolean
  /** What the server tells records apart by: no history says it, and no filter asks for it. */
  isInternal?: boolean
  /** Asked for by a button of its own instead of a control in the form. */
  isApart?: boolean
  /** References to records of the same resource: following them never leads back. */
  isAcyclic?: boolean
}

/** Options of a field that belongs to records whose named fields hold one of these values: others neither ask for it nor take it. */
export type Shown<Name extends string> = PlainOptions & { shownWhen?: Readonly<Record<Name, readonly Json[]>> }
export type FieldOptions = Shown<string>

/**
 * One field, whose value is a `T`, and which names the fields `Name` beside it. `input` reads what a client sends, `stored` is what an
 * event may hold. `sets` names the verbs behind it: of a flag those for true and for false, of others first the one whose input holds
 * the value under the field's name. Objects and nodes of a tree have `fields`, a list has `of`.
 */
export type Field<T extends Json = Json, Name extends string = string> = Shown<Name> & {
  kind: FieldKind
  input: z.ZodMiniType<Json, unknown>
  stored: z.ZodMiniType<Json>
  initial: T
  isRequired: boolean
  isPersonal: boolean
  isDerived: boolean
  min?: number
  max?: number
  /** How many decimal places a number has at most. */
  digits?: number
  /** An amount in the currency of the site. */
  isMoney?: boolean
  /** People are told apart by it: kept in NFKC, and refused when it can be taken for another (UTS 39). */
  isIdentifier?: boolean
  references?: string
  /**
   * Under which name and label the records that it points at show the relation: of one reference lists say how many there are, of
   * several each record says which, and they are edited there as well.
   */
  inverse?: { name: string; label: string }
  /** The picture whose focal point it is. */
  focusOf?: Name
  options?: readonly string[]
  /** The words that people see for the options of a choice, for usual values of a text, or for true and false of a flag that is filtered by. */
  labels?: Readonly<Record<string, string>>
  /** What the words of a state mean for whoever waits for it. */
  tones?: Readonly<Record<string, Tone>>
  sets?: readonly [string, string]
  fields?: Readonly<Record<string, Field>>
  of?: Field
}

const utf8Length = (text: string) => new TextEncoder().encode(text).length

/** A field of a kind, with what is usual for what is not said. */
export const defineField = <T extends Json, Name extends string>(
  kind: FieldKind,
  common: Shown<Name>,
  schemas: Pick<Field<T>, 'input' | 'stored' | 'initial'>,
): Field<T, Name> => ({ isRequired: false, isPersonal: false, isDerived: false, ...common, kind, ...schemas })

/** What forms send for nothing. */
export const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

const withAtMost = (schema: z.ZodMiniType<string, unknown>, label: string, max: number) =>
  schema.check(
    z.refine(
      (value) => [...value].length <= max,
      declaredMessage('{label} has at most {max} characters', { label, max }),
    ),
  )

/** A single line, at most `max` characters (255; X22). Required unless said otherwise. */
export const text = <Name extends string = never>({
  max = 255,
  isRequired = true,
  isIdentifier = false,
  labels,
  ...common
}: Shown<Name> & { max?: number; isIdentifier?: boolean; labels?: Field['labels'] }): Field<string, Name> => {
  const sent = plainText(common.label, isRequired, true)
  const schema = withAtMost(isIdentifier ? sent.check(z.normalize('NFKC'), z.trim()) : sent, common.label, max)
  const field = defineField('text', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' })
  return { ...field, max, ...(isIdentifier ? { isIdentifier } : {}), ...(labels ? { labels } : {}) }
}

const sized =
  (kind: FieldKind, max: number, name: string) =>
  <Name extends string = never>(common: Shown<Name>): Field<string, Name> => {
    const schema = plainText(common.label, common.isRequired ?? false).check(
      z.refine(
        (value) => utf8Length(value) <= max,
        declaredMessage('{label} is longer than {size}', { label: common.label, size: name }),
      ),
    )
    return { ...defineField(kind, common, { input: schema, stored: z.string(), initial: '' }), max }
  }

const lines = sized('longText', 20_000, '20 kB')

/** Several lines of plain text, at most 20 kB of UTF-8, or `max` characters. */
export const longText = <Name extends string = never>({
  max,
  ...common
}: Shown<Name> & { max?: number }): Field<string, Name> => {
  const field = lines(common)
  return max === undefined
    ? field
    : { ...field, input: withAtMost(plainText(common.label, common.isRequired ?? false), common.label, max), max }
}
/** What a program wrote down, at most 2 MB of UTF-8. */
export const written = sized('longText', 2_000_000, '2 MB')
/** HTML of an article, at most 400 kB of UTF-8; cleaned before it is decided. */
export const html = sized('html', 400_000, '400 kB')
/** CSS of an article, at most 100 kB of UTF-8. */
export const css = sized('css', 100_000, '100 kB')

/** Yes or no; forms send "true" and "false" (docs/specification/wire.md#fields). `sets` names the verbs that set it to true and to false. */
export const flag = ({ sets, ...common }: FieldOptions & { sets?: readonly [string, string] }): Field<boolean> => ({
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

/** `missing`: what an empty control is told. */
type IntegerOptions = FieldOptions & {
  min?: number
  max?: number
  initial?: number
  missing?: string
  sets?: Field['sets']
}

/** A whole number, from 0 to 2^31 - 1 unless said otherwise. A required one is null in a draft, unless it begins with a number. */
export function integer(options: IntegerOptions & { isRequired: true; initial: number }): Field<number>
export function integer(options: IntegerOptions & { isRequired: true }): Field<number | null> & { isRequired: true }
export function integer(options: IntegerOptions): Field<number | null>
export function integer({
  min = 0,
  max = 2_147_483_647,
  initial,
  missing,
  sets,
  ...common
}: IntegerOptions): Field<number | null> {
  const message = declaredMessage('{label} is a whole number from {min} to {max}', { label: common.label, min, max })
  const empty = missing ?? declaredMessage('{label} is required', { label: common.label })
  const error = ({ input }: { input?: unknown }) => (input === null ? empty : message)
  const number = z.number({ error }).check(z.int(message), z.gte(min, message), z.lte(max, message))
  const read = z.pipe(
    z.transform((value: unknown) => asWhole(value) ?? emptyToNull(value)),
    common.isRequired ? number : z.nullable(number),
  )
  const field = defineField('integer', common, {
    input: read,
    stored: z.nullable(z.number()),
    initial: initial ?? null,
  })
  return { ...field, min, ...(sets ? { sets } : {}) }
}

type ChoiceOptions<Word extends string, BuiltIn extends string> = FieldOptions & {
  options: readonly [Word, ...Word[]]
  labels?: Readonly<Record<NoInfer<Word>, string> & Record<BuiltIn, string>>
}

/** One of a few fixed words, each shown as `labels` says. */
export const choice = <const Word extends string, const BuiltIn extends string = never>({
  options,
  labels,
  ...common
}: ChoiceOptions<Word, BuiltIn>): Field<Word | BuiltIn> => ({
  ...defineField('choice', common, {
    input: z.enum(
      [...options, ...builtInOf({ kind: 'choice', options, labels })],
      declaredMessage('{label} is one of {options}', { label: common.label, options: options.join(', ') }),
    ),
    stored: z.string(),
    initial: options[0],
  }),
  options,
  ...(labels ? { labels } : {}),
})

type StateField<Word extends string> = Field<Word> & { kind: 'state' }
/** Where a record stands on its way: one of a few fixed words, the first at the beginning, changed by verbs only (`from`, `to`). */
export const state = <const Word extends string>({
  tones,
  ...common
}: ChoiceOptions<Word, never> & { tones?: Readonly<Record<NoInfer<Word>, Tone>> }): StateField<Word> => ({
  ...choice({ ...common, isDerived: true }),
  ...(tones ? { tones } : {}),
  kind: 'state',
})
