// Apart from domain/json.ts, which the landing would load in a file of its own if screens that come later shared it.

/** A text or a number as a text; empty for all else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The parts of an object; none of anything else. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
