import type { Json, JsonObject } from '../event.ts'
import type { Field } from './field.ts'

/** Fields by their names. */
export type Fields = Readonly<Record<string, Field>>

/** The names of the fields of a declaration. */
export type NameIn<F extends Fields> = keyof F & string

/** The words of the state among the fields. */
export type StateIn<F extends Fields> = string extends keyof F
  ? string
  : { [Name in keyof F]: F[Name] extends { kind: 'state'; initial: infer Word extends string } ? Word : never }[keyof F]

/** Fields that name others (`shownWhen`, the picture of a focal point) name those beside them. */
export type Beside<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<Json, infer Named>
    ? string extends Named
      ? unknown
      : [Named] extends [keyof F]
        ? unknown
        : never
    : never
}

/** The values of a record with these fields. */
export type Values<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['initial'] }

/** What is said of a record: of its fields and of nothing else. */
export type Said<F extends Fields, S> = S & {
  readonly [Name in keyof S]: Name extends keyof F ? SaidPart<F[Name]['initial'], S[Name]> : never
}

type SaidPart<V, S> = V extends readonly (infer Of)[]
  ? S extends readonly (infer One)[]
    ? readonly SaidPart<Of, One>[]
    : unknown
  : V extends JsonObject
    ? S extends Readonly<Record<string, unknown>>
      ? { readonly [Name in keyof S]: Name extends keyof V ? SaidPart<V[Name], S[Name]> : never }
      : unknown
    : unknown

/** What is answered of a record with these fields, by name: files by their address, what every record has, and `More`. */
export type Answered<F extends Fields, More extends string = never> = Readonly<
  Partial<Record<NameIn<F> | `${NameIn<F>}_url` | `${NameIn<F>}_set` | CommonName | More, unknown>>
>

type CommonName =
  | 'id'
  | 'slug'
  | 'label'
  | 'status'
  | 'version'
  | 'created_at'
  | 'changed_at'
  | 'changed_by'
  | 'isLive'
  | 'previous_page'
  | 'next_page'

/** The same of a part: an object, or an entry of a list. */
export type AnsweredPart<V> = Readonly<Partial<Record<(keyof V & string) | `${keyof V & string}_url`, unknown>>>

/** What a verb is told: of these fields, those that are required hold something. */
export type Input<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends { isRequired: true }
    ? NonNullable<F[Name]['initial']>
    : F[Name]['initial']
}

/** An entry of a list: an object has its id beside its parts. */
export type Entry<T extends Json> = T extends JsonObject ? T & { id: number } : T

/** An entry of a tree. */
export type TreeEntry<F extends Fields> = Values<F> & { id: number; children: TreeEntry<F>[] }
