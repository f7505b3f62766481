// Browsers and parsers read broken text in different ways; what is not plain by this grammar is not let through.
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }
const refused = '{};<@'

/** True for CSS that every parser ends at the same place: brackets and quotes closed, no comment, block or open escape. */
export const isPlainCss = (text: string): boolean => {
  // The preview puts the text into a style element, which ends here even inside quotes.
  if (text.includes('</')) return false
  const open: string[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '\\') {
      if (!/^[^\r\n\f]$/.test(text.charAt(index + 1))) return false
      index += 1
    } else if (character === '"' || character === "'") {
      index = endOfQuote(text, index)
      if (index < 0) return false
    } else if (closing[character]) open.push(closing[character])
    else if (')]'.includes(character) && open.pop() !== character) return false
    else if (refused.includes(character) || text.startsWith('/*', index)) return false
  }
  return open.length === 0
}

const endOfQuote = (text: string, start: number): number => {
  const quote = text.charAt(start)
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === quote) return index
    if (/[\r\n\f]/.test(character)) return -1
    if (character === '\\') {
      if (!/^[^\r\n\f]$/.test(text.charAt(index + 1))) return -1
      index += 1
    }
  }
  return -1
}

/** The text as a browser reads it: escapes resolved, lower case. Only for looking, never for output. */
export const readCss = (text: string): string => resolved(text).toLowerCase()

const resolved = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|([^\n]))/gi, (_, hex?: string, character?: string) =>
    hex ? characterOf(Number.parseInt(hex, 16)) : (character ?? ''),
  )

/** CSS with the escapes resolved in the names of its at-rules, as far as they are plain letters: parsers know no others. */
export const withPlainAtNames = (css: string): string =>
  css.replace(/@(?:[\w-]|\\[0-9a-f]{1,6}(?:\r\n|\s)?|\\[^0-9a-f\s])+/gi, (name) => {
    const read = resolved(name)
    return /^@[a-z-]+$/i.test(read) ? read : name
  })

const characterOf = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd')
