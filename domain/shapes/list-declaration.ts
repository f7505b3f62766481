/** Values that fields hold, by the names of these. */
export type Held<Name extends string, T> = Readonly<Partial<Record<Name, T>>>

/** What every record has beside its fields. */
type Common = 'id' | 'label' | 'slug' | 'status' | 'created_at' | 'published_at' | 'changed_at'

/** A list: its columns, what the keyword is looked for in, filters of any kind of field, and what headings sort by. */
export type ListDeclaration<Name extends string = string> = {
  /** What every row of it holds, where it shows a part of the records. */
  where?: Held<Name, string>
  /** `created_by` is which of the staff made the record. */
  columns: readonly (Name | Common | 'created_by')[]
  carries?: readonly Name[]
  search: readonly (Name | Common)[]
  filters?: readonly (Name | 'created_at' | 'published_at' | 'created_by' | 'unread')[]
  /** References that may be set for many records at once. */
  bulk?: readonly Name[]
  /** A column, descending with a dash before it, ties by id; without one by `order`, else the newest first. */
  sort?: Name | Common | `-${Name | Common}`
  sortable?: readonly (Name | Common)[]
}
