import type { Json } from './event.ts'

// The names of fields come again and again; others are written anew each time.
const written = new Map<string, string>()
const [mostWritten, longest] = [2_000, 40]

const nameOf = (key: string): string => {
  const known = written.get(key)
  if (known !== undefined) return known
  const name = `${JSON.stringify(key)}:`
  if (written.size < mostWritten && key.length <= longest) written.set(key, name)
  return name
}

/** JSON with sorted keys and no white space: the same bytes on every machine and after a round trip through jsonb. */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) members += `${members === '' ? '' : ','}${nameOf(key)}${canonicalJson(member)}`
  }
  return `{${members}}`
}
