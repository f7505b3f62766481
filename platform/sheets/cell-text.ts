// What a spreadsheet may compute once it is typed or pasted (CWE-1236), with any number of apostrophes before it.
const computed = /^'*[=+\-@\t\r\u0000]/
const isMarked = /^''*[=+\-@\t\r\u0000]/

// XML cannot hold these characters as they are: spreadsheets write them as _x0009_ (ECMA-376, ST_Xstring).
const unwritable = /[\u0000-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g
const spell = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as a cell that nothing computes: with an apostrophe before what could be a formula. */
export const toCell = (text: string): string =>
  (computed.test(text) ? `'${text}` : text).replace(unwritable, (one) => (one === '\n' ? one : spell(one)))

/** The text of a cell, as it was before `toCell`. What is spelled is spelled out by whoever reads the file. */
export const fromCell = (text: string): string => (isMarked.test(text) ? text.slice(1) : text)
