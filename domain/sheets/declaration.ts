/**
 * A column of a spreadsheet. It holds the field of its own name unless `field` says another; `by` is the unique field by which a
 * reference names its records, instead of by what they are called.
 */
export type SheetColumn<Name extends string = string> = { field?: Name; by?: string; example: string }

/** What each row does: `create` makes a record, or edits the one that has its key; a verb of the resource's own is done to that one. */
export type SheetMode<Name extends string = string> = {
  label: string
  verb: string
  columns: Readonly<Record<string, SheetColumn<Name>>>
}

/** The spreadsheets of a resource, by mode; the first is exported as well. `key` is the unique field that names a record in each of them. */
export type SheetsDeclaration<Name extends string = string> = {
  key: Name
  modes: Readonly<Record<string, SheetMode<Name>>>
}
