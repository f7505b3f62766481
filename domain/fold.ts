/**
 * A text folded for searching: NFKD, marks off, lower case, white space single (design §4).
 * The same function folds the keyword that is searched for, so both always agree.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
