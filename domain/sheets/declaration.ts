/**
 * A column of a spreadsheet. It holds the field of its own name unless `field` says another; `by` is the unique field by which a
 * reference names its records, instead of by what they are called. `example` stands in the sample of an import.
 */
export type SheetColumn<Name extends string = string> = { field?: Name; by?: string; example: string }

type Columns<Name extends string> = Readonly<Record<string, Omit<SheetColumn<Name>, 'example'>>>

/** What each row does: `create` makes a record, or edits the one that has its key; a verb of the resource's own is done to that one. */
export type SheetMode<Name extends string = string> = {
  label: string
  verb: string
  columns: Readonly<Record<string, SheetColumn<Name>>>
}

/** What an export writes: columns that hold fields of the record, or of the input of a verb. */
export type SheetColumns<Name extends string = string> = { verb: string; columns: Columns<Name> }

/**
 * The spreadsheets of a resource: those that are imported, by mode, of which the first is exported as well, or the columns of an export
 * alone. `key` is the unique field that names a record in each of the imports.
 */
export type SheetsDeclaration<Name extends string = string> =
  | { key: Name; modes: Readonly<Record<string, SheetMode<Name>>>; columns?: undefined }
  | { columns: Columns<Name>; key?: undefined; modes?: undefined }

/** What the export of a resource holds; null where there is none. */
export const exportOf = (sheets: SheetsDeclaration | undefined): SheetColumns | null => {
  if (sheets?.columns) return { verb: 'edit', columns: sheets.columns }
  const [first = null] = Object.values(sheets?.modes ?? {})
  return first
}
