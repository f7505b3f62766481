import type { EventTypes, JsonObject } from '../domain/event.ts'

/** An event that nobody can read with this program and this database: its type, its version or its key is unknown. */
export class UnreadableEvent extends Error {
  readonly type: string
  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnreadableEvent'
    this.type = type
  }
}

/** A stream with an event that cannot be read; `cause` says why. Nothing can be decided on it until that is mended. */
export class UnreadableStream extends Error {
  constructor(stream: string, cause: unknown) {
    super(`${stream} holds an event that cannot be read`, { cause })
    this.name = 'UnreadableStream'
  }
}

/** The newest version of a type. @throws UnreadableEvent when the type is unknown. */
export const newestVersion = (types: EventTypes, type: string): number => {
  const known = types[type]
  if (!known) throw new UnreadableEvent(type, `no event type is named ${type}`)
  return known.versions.length
}

/** Strict parse of data in its newest version, before it is appended and after it is read. @throws UnreadableEvent, TypeError */
export const checkData = (types: EventTypes, type: string, data: JsonObject): void => {
  const schema = types[type]?.versions[newestVersion(types, type) - 1]?.schema
  const parsed = schema?.safeParse(data)
  if (!parsed?.success) throw new TypeError(`${type} does not fit its schema`, { cause: parsed?.error })
}

/** Data of an older version lifted step by step to the newest. @throws UnreadableEvent */
export const upcast = (types: EventTypes, type: string, version: number, data: JsonObject): JsonObject => {
  const newest = newestVersion(types, type)
  if (version > newest) throw new UnreadableEvent(type, `${type} version ${version} is newer than this program`)
  const steps = types[type]?.versions.slice(version) ?? []
  return steps.reduce((lifted, step) => step.upcast?.(lifted) ?? lifted, data)
}
