import type { Json } from '../domain/event.ts'

const byBytes = (one: string, other: string): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

type Name = { key: string; written: string }

// Objects of the same keys come again and again: their names in order, and written.
const known = new Map<string, readonly Name[]>()
const [mostKnown, longest] = [2_000, 1_000]

const namesOf = (value: object): readonly Name[] => {
  const keys = Object.keys(value)
  const shape = keys.join('\n')
  const names = known.get(shape)
  // A key may hold the separator.
  if (names?.length === keys.length) return names
  const ordered = keys.toSorted(byBytes).map((key) => ({ key, written: `${JSON.stringify(key)}: ` }))
  if (known.size < mostKnown && shape.length <= longest && !keys.some((key) => key.includes('\n')))
    known.set(shape, ordered)
  return ordered
}

const [space, quote, backslash, short, surrogates] = [0x20, 0x22, 0x5c, 64, 0xd800]

/** Short texts are seen through faster than they are handed to JSON.stringify; most of them are ids, moments and names. */
const textIn = (value: string): string => {
  if (value.length > short) return JSON.stringify(value)
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at)
    if (unit < space || unit === quote || unit === backslash || unit >= surrogates) return JSON.stringify(value)
  }
  return `"${value}"`
}

/** A number without an exponent, as PostgreSQL writes a numeric. */
const numberText = (value: number): string => {
  if (Number.isSafeInteger(value)) return String(value)
  const text = JSON.stringify(value)
  const [, sign = '', first = '', rest = '', power = ''] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (power === '') return text
  const zeros = Math.abs(Number(power))
  // JavaScript writes an exponent below 10⁻⁶ and from 10²¹ on, more digits than a number has.
  return `${sign}${Number(power) < 0 ? `0.${'0'.repeat(zeros - 1)}${first}${rest}` : `${first}${rest}`.padEnd(zeros + 1, '0')}`
}

/**
 * JSON as PostgreSQL writes a jsonb value: the keys of each object by length in bytes and then by bytes, a blank after each comma and colon,
 * numbers without exponents. The links of the log hash this text (chain.ts), so it never changes.
 */
export const storedJson = (value: Json): string => {
  if (typeof value === 'string') return textIn(value)
  if (typeof value === 'number') return numberText(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(storedJson).join(', ')}]`
  let members = ''
  for (const { key, written } of namesOf(value)) {
    const member = value[key]
    if (member !== undefined) members += `${members === '' ? '' : ', '}${written}${storedJson(member)}`
  }
  return `{${members}}`
}
