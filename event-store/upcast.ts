import type { EventType, EventTypes, JsonObject } from '../domain/event.ts'

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

const typeOf = (types: EventTypes, type: string): EventType => {
  const known = Object.hasOwn(types, type) ? types[type] : undefined
  if (!known) throw new UnreadableEvent(type, `no event type is named ${type}`)
  return known
}

/** The newest version of a type. @throws UnreadableEvent when the type is unknown. */
export const newestVersion = (types: EventTypes, type: string): number => typeOf(types, type).past.length + 1

/** Strict: what is appended fits the newest schema exactly. @throws UnreadableEvent, TypeError */
export const checkData = (types: EventTypes, type: string, data: JsonObject): void => {
  const parsed = typeOf(types, type).schema.safeParse(data)
  if (!parsed.success) throw new TypeError(`${type} does not fit its schema`, { cause: parsed.error })
}

/** Data of an older version of an event, upcast to the newest. */
export const upcast = ({ past }: EventType, version: number, data: JsonObject): JsonObject =>
  past.slice(version - 1).reduce((upcast, step) => step(upcast), data)

/** Tolerant: data of any version as its fields are declared today (docs/decisions/log/0070). @throws UnreadableEvent; TypeError for senseless values */
export const readData = (types: EventTypes, type: string, version: number, data: JsonObject): JsonObject => {
  const known = typeOf(types, type)
  if (version > known.past.length + 1)
    throw new UnreadableEvent(type, `${type} version ${version} is newer than this program`)
  return known.read(upcast(known, version, data))
}
