import type { Json } from './event.ts'

/** JSON with sorted keys and no white space: the same bytes on every machine and after a round trip through jsonb. */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}
