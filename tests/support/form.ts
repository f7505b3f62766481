import type { Declared } from '../../domain/catalog.ts'
import type { Fields } from './sent.ts'

type Name = keyof Declared
type Bytes = string | Uint8Array

/** A file of a form. Its bytes say what it is: what is said of that here counts for nothing. */
export type FormFile = { bytes: Bytes; name?: string; type?: string }

// Where a file belongs: a field, a part of one, or what a call of its own names (docs/specification/wire.md).
type Place<N extends Name> =
  | (keyof Fields<N> & string)
  | `${keyof Fields<N> & string}[${string}`
  | `${keyof Fields<N> & string}_url`
  | `image_${string}`
  | 'file'
  | 'pic'

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** A form as the apps send it: what is said of a record, objects and lists as JSON, and files by the names of their fields. */
export const formOf = <N extends Name>(
  fields: Fields<N>,
  files?: Readonly<Partial<Record<Place<N>, Bytes | FormFile>>>,
): FormData => filled(fields, files ?? {})

const filled = (fields: object, files: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, asText(value))
  const placed: readonly [string, Bytes | FormFile][] = Object.entries(files)
  for (const [place, file] of placed) {
    const {
      bytes,
      name = 'a.png',
      type = 'image/png',
    } = typeof file === 'string' || file instanceof Uint8Array ? { bytes: file } : file
    form.set(place, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name)
  }
  return form
}
