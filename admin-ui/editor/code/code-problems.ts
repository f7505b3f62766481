import type { Values } from '../../../domain/message.ts'

/** What is wrong with code, and in which line: a text of the catalogue with its values. */
export type Problem = { line: number; text: string; values: Values }

/** A piece of code of one kind, for its colour. */
export type Token = { kind: 'tag' | 'name' | 'value' | 'comment' | 'sign' | 'words'; text: string }

const most = 20
const empties = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
// HTML lets these be left open.
const optional = new Set('p li dt dd tr td th thead tbody tfoot option colgroup rp rt'.split(' '))

const lineOf = (code: string, at: number): number => {
  let line = 1
  for (let next = code.indexOf('\n'); next !== -1 && next < at; next = code.indexOf('\n', next + 1)) line += 1
  return line
}

const problem = (code: string, at: number, text: string, values: Values = {}): Problem => {
  const line = lineOf(code, at)
  return { line, text, values: { line, ...values } }
}

type Open = { name: string; at: number }

const unclosed = 'Line {line}: {tag} is never closed.'

/** What a reader of the code would mend in HTML: tags that are never closed, that close nothing, or that do not end. */
export const htmlProblems = (code: string): Problem[] => {
  const found: Problem[] = []
  const open: Open[] = []
  const scan = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)(>?)/gi
  for (const match of code.matchAll(scan)) {
    const [whole, slash, tag = '', , end] = match
    const name = tag.toLowerCase()
    const isComment = whole.startsWith('<!--')
    if (isComment ? !whole.endsWith('-->') : !end)
      found.push(problem(code, match.index, 'Line {line}: a tag or comment does not end.'))
    else if (isComment || empties.has(name)) continue
    else if (!slash) open.push({ name, at: match.index })
    else {
      const at = open.findLastIndex((one) => one.name === name)
      if (at === -1) found.push(problem(code, match.index, 'Line {line}: {tag} closes nothing.', { tag: `</${name}>` }))
      else
        for (const left of open.splice(at).slice(1))
          if (!optional.has(left.name)) found.push(problem(code, left.at, unclosed, { tag: `<${left.name}>` }))
    }
  }
  for (const left of open)
    if (!optional.has(left.name)) found.push(problem(code, left.at, unclosed, { tag: `<${left.name}>` }))
  return found.sort((one, other) => one.line - other.line).slice(0, most)
}

/** What a reader of the code would mend in CSS: braces without a counterpart, comments and texts that do not end. */
export const cssProblems = (code: string): Problem[] => {
  const found: Problem[] = []
  const open: number[] = []
  for (const match of code.matchAll(/\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[{}]/g)) {
    const [piece] = match
    const isText = /^["']/.test(piece)
    const isOpen = isText
      ? piece.length < 2 || !piece.endsWith(piece.charAt(0))
      : piece.startsWith('/*') && !piece.endsWith('*/')
    if (isOpen)
      found.push(
        problem(code, match.index, 'Line {line}: {sign} has no counterpart.', { sign: piece.slice(0, isText ? 1 : 2) }),
      )
    else if (piece === '{') open.push(match.index)
    else if (piece === '}' && open.pop() === undefined)
      found.push(problem(code, match.index, 'Line {line}: {sign} has no counterpart.', { sign: '}' }))
  }
  for (const at of open) found.push(problem(code, at, 'Line {line}: {sign} has no counterpart.', { sign: '{' }))
  return found.sort((one, other) => one.line - other.line).slice(0, most)
}

const inTag = (tag: string): Token[] =>
  [...tag.matchAll(/<\/?[^\s/>]*|\/?>|"[^"]*"?|'[^']*'?|=|[^\s=>"'/]+|[\s/]+/g)].map(([text]): Token => {
    if (/^<|>$/.test(text)) return { kind: 'tag', text }
    if (/^["']/.test(text)) return { kind: 'value', text }
    return { kind: text === '=' || /^[\s/]+$/.test(text) ? 'sign' : 'name', text }
  })

/** The pieces of HTML, which together are the code. */
export const htmlTokens = (code: string): Token[] =>
  [...code.matchAll(/<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>?|&[\w#]+;|[^<&]+|[<&]/gi)].flatMap(
    ([text]): Token[] => {
      if (text.startsWith('<!--')) return [{ kind: 'comment', text }]
      if (/^<\/?[a-z]/i.test(text)) return inTag(text)
      return [{ kind: text.startsWith('&') ? 'value' : 'words', text }]
    },
  )

/** The pieces of CSS, which together are the code. */
export const cssTokens = (code: string): Token[] =>
  [
    ...code.matchAll(
      /\/\*[\s\S]*?(?:\*\/|$)|@[\w-]+|([\w-]+)(?=\s*:\s)|"[^"\n]*"?|'[^'\n]*'?|#[\da-f]{3,8}\b|\d[\w.%]*|[{}:;,]|[a-z_-][\w-]*|\s+|[\s\S]/gi,
    ),
  ].map(([text, name]): Token => {
    if (name !== undefined) return { kind: 'name', text }
    if (text.startsWith('/*')) return { kind: 'comment', text }
    if (text.startsWith('@')) return { kind: 'tag', text }
    if (/^["'#\d]/.test(text) && text.length > 1) return { kind: 'value', text }
    if (/^[{}:;,]$/.test(text)) return { kind: 'sign', text }
    return { kind: 'words', text }
  })
