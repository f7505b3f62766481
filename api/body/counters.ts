import { isObject } from '../../domain/json.ts'
import { Rejected } from '../../domain/rejected.ts'

/** Looks at a body while it arrives. @throws Rejected once it holds more than anybody needs */
export type Counter = (chunk: Uint8Array) => void

const deepest = 32
const mostValues = 5_000
const mostFields = 50

const [quote, escape, comma, colon, and] = [0x22, 0x5c, 0x2c, 0x3a, 0x26]
const [brace, bracket, braceEnd, bracketEnd] = [0x7b, 0x5b, 0x7d, 0x5d]

/** `names` is how many names of JSON have passed. */
export type JsonCounter = { look: Counter; names(): number }

/** Counts values and depth of JSON before anything is built of it: outside of texts, a comma or a first opening bracket each; a colon is a name. */
export const jsonCounter = (): JsonCounter => {
  let [isText, isEscaped, depth, values, names] = [false, false, 0, 0, 0]
  const look = (byte: number | undefined) => {
    if (byte === quote) isText = true
    else if (byte === brace || byte === bracket) {
      depth += 1
      values += 1
    } else if (byte === braceEnd || byte === bracketEnd) depth -= 1
    else if (byte === comma) values += 1
    else if (byte === colon) names += 1
  }
  const lookAll = (chunk: Uint8Array) => {
    // By index, and texts first: most of a body is text, and every byte of it passes here.
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index]
      if (!isText) look(byte)
      else if (isEscaped) isEscaped = false
      else if (byte === escape) isEscaped = true
      else if (byte === quote) isText = false
      if (depth > deepest) throw new Rejected('The JSON is nested too deeply.', 'validation')
      if (values > mostValues)
        throw new Rejected('The JSON holds more than {max} values.', 'validation', { values: { max: mostValues } })
    }
  }
  return { look: lookAll, names: () => names }
}

/** How many names the objects of a parsed body have: fewer than were sent, where one of them was sent twice. */
export const namesIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + namesIn(one), 0)
  if (!isObject(value)) return 0
  return Object.values(value).reduce((sum: number, one) => sum + namesIn(one) + 1, 0)
}

/** Counts the fields of a plain form. */
export const fieldCounter = (): Counter => {
  let fields = 1
  return (chunk) => {
    for (const byte of chunk) if (byte === and) fields += 1
    if (fields > mostFields)
      throw new Rejected('A form may have at most {max} fields.', 'validation', { values: { max: mostFields } })
  }
}
