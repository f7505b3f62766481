import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A text found in the source of a UI room: where, and how it got there. */
export type FoundText = { file: string; text: string; via: 't' | 'table' | 'jsx' | 'attribute' }

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

const literal = (value: unknown): string | null => {
  if (!isNode(value)) return null
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : null
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.expressions) || value.expressions.length > 0) return null
  const [quasi] = Array.isArray(value.quasis) ? value.quasis : []
  const raw =
    isNode(quasi) && typeof quasi.value === 'object' && quasi.value !== null && 'cooked' in quasi.value
      ? quasi.value.cooked
      : null
  return typeof raw === 'string' ? raw : null
}

const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '')

// Properties of tables whose values reach a screen, and attributes that do.
const spoken = new Set([
  'label',
  'title',
  'hint',
  'heading',
  'question',
  'group',
  'addLabel',
  'backLabel',
  'action',
  'placeholder',
])
const attributes = new Set([
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'backLabel',
  'addLabel',
  'tab',
])
const looksSpoken = (text: string): boolean => /^[A-Z][\p{L}'’-]*[ ,.?!…]/u.test(text) && /[a-z]/.test(text)
// To which group of nodes of a text a kind of node belongs: the editor's library names them.
const isGroupOfNodes = (text: string): boolean => text === 'block' || text === 'inline'
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text)

const walk = (node: Node, parents: readonly Node[], visit: (node: Node, parents: readonly Node[]) => void): void => {
  visit(node, parents)
  for (const child of childrenOf(node)) walk(child, [...parents, node], visit)
}

const isArgumentOfT = (parents: readonly Node[]): boolean => {
  const call = parents.findLast(
    (parent) => parent.type !== 'ConditionalExpression' && parent.type !== 'LogicalExpression',
  )
  return call?.type === 'CallExpression' && nameOf(call.callee) === 't'
}

// In `test ? a : b` and `table[key] ?? b` the words are what is chosen, not what is asked.
const isTested = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === 'ConditionalExpression' && parent.test === node

const textsOf = (file: string, code: string): FoundText[] => {
  const found: FoundText[] = []
  const { program } = parseSync(file, code)
  const root: unknown = program
  if (!isNode(root)) throw new Error(`${file} could not be parsed`)
  walk(root, [], (node, parents) => {
    const parent = parents.at(-1)
    if (node.type === 'JSXText' && typeof node.value === 'string' && hasWords(node.value))
      found.push({ file, text: node.value.trim(), via: 'jsx' })
    const text = literal(node)
    if (
      text === null ||
      text.startsWith('/') ||
      !hasWords(text) ||
      parent?.type === 'ImportDeclaration' ||
      parent?.type === 'TSLiteralType'
    )
      return
    if (isTested(node, parent) || isGroupOfNodes(text)) return
    if (isArgumentOfT(parents)) return void found.push({ file, text, via: 't' })
    if (parent?.type === 'JSXAttribute') {
      if (attributes.has(nameOf(parent.name))) found.push({ file, text, via: 'attribute' })
      return
    }
    const isProperty = parent?.type === 'Property' && parent.value === node && spoken.has(nameOf(parent.key))
    if (isProperty || looksSpoken(text)) found.push({ file, text, via: 'table' })
  })
  return found
}

/** Every text of the UI rooms that a person could read. */
export const uiTexts = (services: readonly string[]): FoundText[] =>
  services
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)))
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')))
