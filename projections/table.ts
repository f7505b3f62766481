/** A read table. `indexes` are made after a load. `long` columns are not needed for folding: written only when an event says them. */
export type Table = {
  name: string
  key: string
  columns: readonly (readonly [name: string, type: string])[]
  long: readonly string[]
  settings: readonly string[]
  indexes: readonly string[]
}
