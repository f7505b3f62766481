import type { EventType, Json, JsonObject } from '../domain/event.ts'
import { isJsonObject } from '../domain/json.ts'

type Personal = Pick<EventType, 'personal' | 'within'>
type Parts = Readonly<Record<string, Json>>

const kept = (entry: Json, isKept: (name: string) => boolean): Json =>
  isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([name]) => isKept(name))) : entry

/** The data of an event in two: what lies open in the log, and what is sealed. Personal parts of entries are sealed beside the entry's id. */
export const split = (data: JsonObject, { personal, within = {} }: Personal) => {
  const [plain, secret]: [JsonObject, JsonObject] = [{}, {}]
  for (const name in data) {
    const [value, parts] = [data[name], within[name]]
    if (value === undefined) continue
    if (Object.hasOwn(personal, name)) secret[name] = value
    else if (parts && Array.isArray(value) && value.length > 0) {
      plain[name] = value.map((entry) => kept(entry, (part) => !Object.hasOwn(parts, part)))
      secret[name] = value.map((entry) => kept(entry, (part) => part === 'id' || Object.hasOwn(parts, part)))
    } else plain[name] = value
  }
  return { plain, secret }
}

const withParts = (entries: readonly Json[], sealed: readonly Json[]): Json[] => {
  const known = new Map(sealed.filter(isJsonObject).map((parts) => [parts.id, parts]))
  return entries.map((entry) => (isJsonObject(entry) ? { ...entry, ...known.get(entry.id) } : entry))
}

/** Both together again. */
export const joined = (plain: JsonObject, secret: JsonObject): JsonObject => {
  const data = { ...plain }
  for (const name in secret) {
    const [value = null, entries] = [secret[name], plain[name]]
    data[name] = Array.isArray(entries) && Array.isArray(value) ? withParts(entries, value) : value
  }
  return data
}

const hasOne = (value: Json | undefined, parts: Parts): boolean =>
  Array.isArray(value) &&
  value.some((entry) => isJsonObject(entry) && Object.keys(parts).some((part) => Object.hasOwn(entry, part)))

/** What is personal today and lies open in the data, because it was not personal when that was written. */
export const bareNames = (data: JsonObject, { personal, within = {} }: Personal): string[] => [
  ...Object.keys(personal).filter((name) => Object.hasOwn(data, name)),
  ...Object.entries(within).flatMap(([name, parts]) => (hasOne(data[name], parts) ? [name] : [])),
]

/** The fields of these names as they read once the key is gone. */
export const erased = (data: JsonObject, { personal, within = {} }: Personal, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => {
      const value = data[name]
      if (Object.hasOwn(personal, name) || !Array.isArray(value)) return [name, personal[name] ?? value ?? null]
      return [name, value.map((entry) => (isJsonObject(entry) ? { ...entry, ...within[name] } : entry))]
    }),
  )

/** True when it says nothing of anybody. */
export const isEmpty = (secret: JsonObject): boolean =>
  Object.values(secret).every((value) => value === '' || value === null || (Array.isArray(value) && value.length === 0))
