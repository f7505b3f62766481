import type { Declared } from '../../domain/catalog.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Answered, Fields as Declaration, NameIn, Said } from '../../domain/fields/values.ts'

type Name = keyof Declared

// What is sent under another name than a field's (docs/specification/wire.md): texts, the other end of a reference, what is kept elsewhere.
type Others = {
  page: 'content' | 'removed'
  user: 'fullname' | 'phone_number'
  employee: 'empSub'
  file: 'description'
  role: 'users'
  configuration: 'menuBlocks'
  menubar: 'version'
}

type More<N extends Name> = (N extends keyof Others ? Others[N] : never) | 'slug' | 'password'

/** What may be sent of a resource. */
export type Fields<N extends Name> = N extends Name
  ? Readonly<Partial<Record<NameIn<Declared[N]['fields']> | More<N>, unknown>>>
  : never

/** What names fields of a declaration alone; a record whose names are not known is taken as it is. */
type Named<F extends Declaration, S> = string extends keyof S ? S : Said<F, S>

/** What a verb is told: of an edit and a new record their fields, a slug and a password. */
export type SentBy<F extends Declaration, V, S> = V extends 'create' | 'edit'
  ? Named<F & Readonly<Record<'slug' | 'password', Field>>, S>
  : S

/** What is sent of a resource, by the names of its fields: forms, and records whose names are not known, are taken as they are. */
export type SentOf<N extends Name, S> = unknown extends S
  ? unknown
  : S extends FormData | URLSearchParams | readonly unknown[]
    ? S
    : Named<Declared[N]['fields'] & Readonly<Record<More<N>, Field>>, S>

/** A row of a spreadsheet of employees, by the names of its columns. */
export type SheetRow = Readonly<
  Partial<Record<NameIn<Declared['employee']['fields']> | 'superior_employee_number', string>>
>

type Command = { resource: string; verb: string; sent?: unknown }

/** A command of a job. */
export type CommandOf<C> = C extends { resource: infer N extends Name; verb: 'create' | 'edit'; sent: infer S }
  ? { sent: SentOf<N, S> }
  : unknown

// Where a path of the API leads: what is made, and what is changed.
type Made<P> = P extends '/api/page/gallery' ? 'page' : P extends `/api/${infer N extends Name}` ? N : never
type Changed<P> = P extends '/api/utility/config'
  ? 'configuration'
  : P extends '/api/utility/menubar_data'
    ? 'menubar'
    : P extends `/api/${infer N extends Name}/${string}/gallery`
      ? N
      : P extends `/api/${string}/${string}/${string}`
        ? never
        : P extends `/api/${infer N extends Name}/${string}`
          ? N
          : never

/** What a call may send: to a path of a resource what it declares, to any other what one likes. */
export type SentTo<M extends string, P extends string, S> = string extends P
  ? unknown
  : M extends 'POST'
    ? P extends '/api/job'
      ? S extends { commands: readonly (infer C extends Command)[] }
        ? { commands: readonly CommandOf<C>[] }
        : unknown
      : P extends `/api/${string}/matching/edit${string}`
        ? Matching<P, S>
        : P extends '/api/utility/config' | '/api/utility/menubar_data'
          ? SentOf<Changed<P>, S>
          : [Made<P>] extends [never]
            ? unknown
            : SentOf<Made<P>, S>
    : M extends 'PUT'
      ? [Changed<P>] extends [never]
        ? unknown
        : SentOf<Changed<P>, S>
      : unknown

// What is answered of some under another name.
type Beside = {
  page: 'content' | 'galleryContent'
  employee: 'empSub'
  file: 'link'
  role: 'users' | 'active' | 'checker'
}

/** A record as it is answered: by the names of its fields, whatever their values. */
export type Row<N extends Name> = {
  readonly [Key in keyof Answered<
    Declared[N]['fields'],
    'deletedAt' | (N extends keyof Beside ? Beside[N] : never)
  >]?: any
}

/** The body that a call answers: of a record, and of those of a list, it is known what they name. */
export type BodyAt<M extends string, P extends string> = M extends 'GET'
  ? P extends `/api/${string}/${string}/${string}`
    ? any
    : P extends `/api/${infer N extends Name}/${infer Key}`
      ? IsKey<Key> extends true
        ? { data: Row<N>; [key: string]: any }
        : any
      : P extends `/api/${infer N extends Name}?${string}`
        ? { data: Listed<N>; [key: string]: any }
        : P extends `/api/${infer N extends Name}`
          ? { data: Listed<N>; [key: string]: any }
          : any
  : any

// A test that takes the first of a list knows that there is one.
type Listed<N extends Name> = [Required<Row<N>>, ...Required<Row<N>>[]]

// A word that is written out is a call of its own, such as `mine`.
type IsKey<Key extends string> = Key extends `${string}?${string}` ? false : {} extends Record<Key, 1> ? true : false

type Matching<P, S> = P extends `/api/${infer N extends Name}/matching/${string}`
  ? S extends { sent: infer T }
    ? { sent: SentOf<N, T> }
    : unknown
  : unknown
