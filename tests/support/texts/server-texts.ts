import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A message that the server can send: its id, and the names of the values beside it (null where they are computed). */
export type ServerText = { file: string; id: string; values: readonly string[] | null }

/** A sentence that is put together where a message is made. */
type Composed = { file: string; start: number }

type Node = { type: string; start: number; [key: string]: unknown }
type Source = { file: string; root: Node; constants: ReadonlyMap<string, Node>; imported: ReadonlySet<string> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '')
const keyOf = (property: Node): string =>
  nameOf(property.key) || (isNode(property.key) && typeof property.key.value === 'string' ? property.key.value : '')

const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
}

const propertyOf = (node: Node | undefined, name: string): Node | undefined => {
  const found = nodesOf(node?.properties).find((property) => keyOf(property) === name)?.value
  return isNode(found) ? found : undefined
}

// A name that is taken out of a table stands for that member of it.
const declaredBy = (target: unknown, init: Node): [name: string, value: Node][] =>
  isNode(target) && target.type === 'ObjectPattern'
    ? nodesOf(target.properties).map(({ key, value }) => [
        nameOf(value),
        { type: 'MemberExpression', start: init.start, object: init, property: key },
      ])
    : [[nameOf(target), init]]

const sourceOf = (file: string): Source => {
  const root: unknown = parseSync(file, readFileSync(file, 'utf8')).program
  if (!isNode(root)) throw new Error(`${file} could not be parsed`)
  const constants = new Map<string, Node>()
  const imported = new Set<string>()
  walk(root, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.init))
      for (const [name, value] of declaredBy(node.id, node.init)) constants.set(name, value)
    if (node.type === 'ImportSpecifier') imported.add(nameOf(node.local))
  })
  return { file, root, constants, imported }
}

// What makes a message: where its id stands among the arguments, and where its values do.
const makers: Readonly<Record<string, { id: number; values?: number; within?: number }>> = {
  Rejected: { id: 0, within: 2 },
  BadUpload: { id: 1, within: 2 },
  AppendTooLarge: { id: 0, values: 1 },
  fieldProblem: { id: 2, values: 3 },
  // The label is that of each part.
  refusals: { id: 3, values: 0 },
  declaredMessage: { id: 0, values: 1 },
  done: { id: 1, values: 2 },
  said: { id: 0, values: 1 },
  refused: { id: 0 },
  plainly: { id: 0 },
  send: { id: 2 },
}

type Made = { id: Node; values: Node | undefined }

const madeBy = (node: Node): Made | null => {
  if (node.type === 'ObjectExpression') {
    const [id, values] = [propertyOf(node, 'id'), propertyOf(node, 'values')]
    return id && values && nodesOf(node.properties).length === 2 ? { id, values } : null
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null
  const maker = makers[nameOf(node.callee)]
  const given = nodesOf(node.arguments)
  const id = maker ? given[maker.id] : undefined
  if (!maker || !id || id.type === 'ObjectExpression') return null
  const values =
    maker.within === undefined ? given[maker.values ?? given.length] : propertyOf(given[maker.within], 'values')
  return { id, values }
}

const namesIn = (values: Node | undefined): readonly string[] | null => {
  if (values === undefined) return []
  const properties = nodesOf(values.properties)
  const isPlain = values.type === 'ObjectExpression' && properties.every(({ type }) => type === 'Property')
  return isPlain ? properties.map(keyOf) : null
}

type Reading = {
  constantsOf(name: string): Node | undefined
  composed(node: Node): void
  /** The member of a table that is meant. */
  member?: string
}

const objectTexts = (node: Node, reading: Reading): string[] => {
  const properties = nodesOf(node.properties)
  const meant = properties.filter((property) => keyOf(property) === reading.member)
  return (meant.length > 0 ? meant : properties).flatMap(({ value }) => (isNode(value) ? textsOf(value, reading) : []))
}

/** The texts that a node can be, by the constants of its file and of others. */
const textsOf = (node: Node, reading: Reading): string[] => {
  const all = (nodes: readonly unknown[]) => nodes.filter(isNode).flatMap((one) => textsOf(one, reading))
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'ConditionalExpression') return all([node.consequent, node.alternate])
  if (node.type === 'LogicalExpression') return all([node.left, node.right])
  if (node.type === 'MemberExpression') {
    const member = node.computed === true ? reading.member : nameOf(node.property)
    return isNode(node.object) ? textsOf(node.object, { ...reading, ...(member ? { member } : {}) }) : []
  }
  if (node.type === 'ObjectExpression') return objectTexts(node, reading)
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return all([node.expression])
  if (node.type === 'ParenthesizedExpression') return all([node.expression])
  if (node.type === 'Identifier') return all([reading.constantsOf(nameOf(node))])
  const isComposed = node.type === 'TemplateLiteral' && nodesOf(node.expressions).length > 0
  if (node.type === 'BinaryExpression' || isComposed) reading.composed(node)
  return []
}

/** Every message that the rooms of the server make, and every sentence that they put together. */
export const serverTexts = (rooms: readonly string[]): { texts: ServerText[]; composed: Composed[] } => {
  const sources = rooms
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith(join('domain', 'texts')))
    .toSorted()
    .map(sourceOf)
  const shared = new Map(sources.flatMap(({ constants }) => [...constants]))
  const texts: ServerText[] = []
  const composed: Composed[] = []
  for (const { file, root, constants, imported } of sources)
    walk(root, (node) => {
      const made = madeBy(node)
      const constantsOf = (name: string) => constants.get(name) ?? (imported.has(name) ? shared.get(name) : undefined)
      const note = ({ start }: Node) => void composed.push({ file, start })
      const ids = made ? textsOf(made.id, { constantsOf, composed: note }) : standing(node)
      const values = made ? namesIn(made.values) : null
      for (const id of ids) if (/\p{L} \p{L}|\{/u.test(id)) texts.push({ file, id, values })
    })
  return { texts, composed }
}

const isSentence = (node: Node): node is Node & { value: string } =>
  node.type === 'Literal' && typeof node.value === 'string' && /^[A-Z]\S* /.test(node.value)

// What schemas say of a path or a query (api/body/fields.ts), what errors say by themselves, and tables of sentences.
const standing = (node: Node): string[] => {
  if (node.type === 'Literal' && typeof node.value === 'string' && node.value.startsWith('{name} ')) return [node.value]
  const isSuper = node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Super'
  if (isSuper)
    return nodesOf(node.arguments)
      .filter(isSentence)
      .map(({ value }) => value)
  if (node.type !== 'VariableDeclarator' || nameOf(node.id) !== 'sentences' || !isNode(node.init)) return []
  const found: string[] = []
  walk(node.init, (one) => void (isSentence(one) && found.push(one.value)))
  return found
}
