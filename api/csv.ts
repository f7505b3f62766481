// A cell that begins so would be computed by a spreadsheet (CWE-1236); what follows an apostrophe is text.
const computed = /^[=+\-@\t\r]/

const cellOf = (value: string): string => {
  const safe = computed.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a table for spreadsheets (RFC 4180); no cell of it is a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
