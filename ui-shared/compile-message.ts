/** What @lingui/core interpolates: words, `[name]`, or `[name, 'plural' | 'select' | 'selectordinal', cases]`. */
export type Tokens = (string | [name: string, kind?: string, cases?: Cases])[]
type Cases = Record<string, Tokens>

type Cursor = { readonly text: string; at: number }

class MalformedMessage extends Error {}

const takeUntil = (cursor: Cursor, ends: string): string => {
  const from = cursor.at
  while (cursor.at < cursor.text.length && !ends.includes(cursor.text.charAt(cursor.at))) cursor.at += 1
  if (cursor.at === cursor.text.length) throw new MalformedMessage()
  return cursor.text.slice(from, cursor.at).trim()
}

// An apostrophe quotes only in front of a brace; everywhere else it is one (ICU's default).
const takeQuoted = (cursor: Cursor): string => {
  const next = cursor.text.charAt(cursor.at + 1)
  if (next === "'") {
    cursor.at += 2
    return "'"
  }
  cursor.at += 1
  if (next !== '{' && next !== '}') return "'"
  const end = cursor.text.indexOf("'", cursor.at)
  const words = cursor.text.slice(cursor.at, end < 0 ? undefined : end)
  cursor.at += words.length + 1
  return words
}

const takeCases = (cursor: Cursor, kind: string): Cases => {
  const cases: Cases = {}
  for (;;) {
    const key = takeUntil(cursor, '{}')
    if (cursor.text.charAt(cursor.at) === '}') return cases
    cursor.at += 1
    cases[key.replace(/^=/, '')] = takeTokens(cursor, kind !== 'select', true)
    cursor.at += 1
  }
}

const takeArgument = (cursor: Cursor): Tokens[number] => {
  cursor.at += 1
  const name = takeUntil(cursor, ',}')
  if (cursor.text.charAt(cursor.at) === '}') return [name]
  cursor.at += 1
  const kind = takeUntil(cursor, ',}')
  if (!['plural', 'select', 'selectordinal'].includes(kind)) throw new MalformedMessage()
  cursor.at += 1
  return [name, kind, takeCases(cursor, kind)]
}

const takeTokens = (cursor: Cursor, isCounting: boolean, isNested: boolean): Tokens => {
  const tokens: Tokens = []
  let words = ''
  const flush = () => {
    if (words) tokens.push(words)
    words = ''
  }
  while (cursor.at < cursor.text.length) {
    const sign = cursor.text.charAt(cursor.at)
    if (sign === '}' && isNested) break
    if (sign === "'") words += takeQuoted(cursor)
    else if (sign === '{' || (sign === '#' && isCounting)) {
      flush()
      tokens.push(sign === '{' ? takeArgument(cursor) : '#')
      cursor.at += 1
    } else {
      words += sign
      cursor.at += 1
    }
  }
  if (isNested && cursor.at === cursor.text.length) throw new MalformedMessage()
  flush()
  return tokens
}

/** Reads the part of ICU's syntax that the texts use; the library's compiler weighs 5 kB. What it cannot read is shown as written. */
export const compileMessage = (message: string): Tokens => {
  try {
    return takeTokens({ text: message, at: 0 }, false, false)
  } catch {
    return [message]
  }
}
