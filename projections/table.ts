/** A read table. `indexes` are made after a load. `long` columns are not needed for folding: written only when an event says them. */
export type Table = {
  name: string
  key: string
  columns: readonly (readonly [name: string, type: string])[]
  long: readonly string[]
  settings: readonly string[]
  indexes: readonly string[]
}

/**
 * How words are indexed: new ones gather in a list of 256 kB, which each search reads besides (about a millisecond), and are sorted into the index
 * together. One by one, the words of a changed title took four times as long as all else that the change writes.
 */
export const gatheredWords = 'with (fastupdate = on, gin_pending_list_limit = 256)'
