/**
 * A column of a spreadsheet. It holds the field of its own name unless `field` says another; `by` is the unique field by which a
 * reference names its records, instead of by what they are called.
 */
export type SheetColumn = { field?: string; by?: string; example: string }

/** What each row does: `create` makes a record, or edits the one that has its key; a verb of the resource's own is done to that one. */
export type SheetMode = { label: string; verb: string; columns: Readonly<Record<string, SheetColumn>> }

/** The spreadsheets of a resource, by mode; the first is exported as well. `key` is the unique field that names a record in each of them. */
export type SheetsDeclaration = { key: string; modes: Readonly<Record<string, SheetMode>> }
