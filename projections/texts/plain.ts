import { singleSpaced } from '../../domain/comparable.ts'
import type { Json } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { leavesOf } from '../../domain/fields/walk.ts'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
import { remembered } from '../../platform/remembered.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ')

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number(decimal))
    return hex === undefined ? (named[String(name).toLowerCase()] ?? whole) : character(Number.parseInt(hex, 16))
  })

// A part of a word may be bold: only what begins a line or a cell ends the word before it.
const within = /<\/?(?:a|abbr|b|code|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi

/** The words of cleaned HTML as a reader sees them, white space single. */
export const plainOf = (html: string): string =>
  singleSpaced(decoded(html.replace(within, '').replace(/<[^>]*>/g, ' ')))

const fieldsOf = remembered((resource: Resource) =>
  searchedTexts(resource).flatMap((name): [string, Field][] => {
    const field = resource.fields[name]
    return field ? [[name, field]] : []
  }),
)

const leafText = ({ kind, isPersonal }: Field, value: Json): string => {
  if (isPersonal) return ''
  if (kind === 'html') return plainOf(textOf(value))
  return kind === 'text' || kind === 'longText' ? textOf(value).replace(/\s+/gu, ' ').trim() : ''
}

/** What a record says in the fields that its texts are searched by, one after the other, as plain text. */
export const plainTextOf = (resource: Resource, values: Readonly<Record<string, Json>>): string =>
  fieldsOf(resource)
    .flatMap(([name, field]) =>
      leavesOf(name, field, values[name] ?? field.initial).map((leaf) => leafText(leaf.field, leaf.value)),
    )
    .filter(Boolean)
    .join(' ')
