import type { Json } from '../../domain/event.ts'
import type { Row } from '../projection.ts'
import type { Table } from '../table.ts'

// PostgreSQL counts microseconds from 2000-01-01.
const epoch = Date.UTC(2000, 0, 1)

const isNothing = (value: Json | undefined): value is null | undefined => value === null || value === undefined

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const quoted = (value: Json): string => {
  const said = textOf(value)
  return /^\w+$/.test(said) && !/^null$/i.test(said) ? said : `"${said.replace(/[\\"]/g, '\\$&')}"`
}

const literal = (value: Json, type: string): string =>
  type === 'text[]' && Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : JSON.stringify(value)

/** How a column's values go over the wire: as which type (its OID), how long at most, and how one is written, to which length. */
type Wire = {
  type: string
  oid: number
  most(value: Json): number
  write(bytes: Buffer, at: number, value: Json): number
}

const text: Wire = {
  type: 'text',
  oid: 25,
  // UTF-8 takes at most three bytes for each unit of a text.
  most: (value) => textOf(value).length * 3,
  write: (bytes, at, value) => bytes.write(textOf(value), at),
}

const fixed = (type: string, oid: number, length: number, write: (bytes: Buffer, at: number, value: Json) => void) => ({
  type,
  oid,
  most: () => length,
  write: (bytes: Buffer, at: number, value: Json) => {
    write(bytes, at, value)
    return length
  },
})

const wires: Readonly<Record<string, Wire>> = {
  integer: fixed('integer', 23, 4, (bytes, at, value) => {
    if (!Number.isInteger(value)) throw new RangeError('no integer')
    bytes.writeInt32BE(Number(value), at)
  }),
  bigint: fixed('bigint', 20, 8, (bytes, at, value) => bytes.writeBigInt64BE(BigInt(textOf(value)), at)),
  boolean: fixed('boolean', 16, 1, (bytes, at, value) => {
    if (typeof value !== 'boolean') throw new RangeError('no boolean')
    bytes.writeUInt8(value ? 1 : 0, at)
  }),
  // BigInt refuses the NaN of a text that is no moment.
  timestamptz: fixed('timestamptz', 1184, 8, (bytes, at, value) =>
    bytes.writeBigInt64BE(BigInt(Date.parse(textOf(value)) - epoch) * 1_000n, at),
  ),
}

const wireOf = (type: string): Wire => wires[type] ?? text

/** Values as PostgreSQL takes an array in binary (array_recv): JSON took the server three times as long. @throws errors may quote the value */
const arrayOf = ({ oid, most, write }: Wire, values: readonly (Json | undefined)[]): Buffer => {
  let size = 20
  for (const value of values) size += isNothing(value) ? 4 : 4 + most(value)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const word of [1, 1, oid, values.length, 1]) at = bytes.writeInt32BE(word, at)
  for (const value of values) {
    const length = isNothing(value) ? -1 : write(bytes, at + 4, value)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes.subarray(0, at)
}

/** Rows as one parameter per column, for `columnsSql`. @throws TypeError naming the column, never the value */
export const columnValues = (table: Table, rows: readonly Row[]): Buffer[] =>
  table.columns.map(([name, type]) => {
    const values = rows.map((row) => row[name])
    const isPlain = type !== 'text[]' && type !== 'jsonb'
    try {
      return arrayOf(
        wireOf(type),
        isPlain ? values : values.map((value) => (isNothing(value) ? null : literal(value, type))),
      )
    } catch {
      // Without the cause, which may quote the value: this is logged and kept, and the value may be about a person.
      throw new TypeError(`a value of ${table.name}.${name} is no ${type}`)
    }
  })

/** A statement that answers these rows, in the order of the table's columns. @param first number of the first parameter */
export const columnsSql = (table: Table, first: number): string => {
  const types = table.columns.map(([, type]) => type)
  const names = types.map((_, index) => `c${index}`)
  const values = types.map((type, index) => (wireOf(type).type === type ? `c${index}` : `c${index}::${type}`))
  const parameters = types.map((type, index) => `$${first + index}::${wireOf(type).type}[]`)
  return `select ${values.join(', ')} from unnest(${parameters.join(', ')}) as given (${names.join(', ')})`
}
