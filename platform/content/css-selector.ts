import selectorParser, { type Node, type Selector } from 'postcss-selector-parser'
import { isPlainCss } from '../../domain/css-text.ts'

const isCompound = (node: Node | undefined): node is Node => node !== undefined && node.type !== 'combinator'
const isRoot = (node: Node): boolean =>
  (node.type === 'tag' && /^(html|body)$/i.test(node.value)) || (node.type === 'pseudo' && /^:root$/i.test(node.value))

/** Each selector below `scope` (a class with its dot), roots become the scope; null when none can stay inside it. */
export const scopeSelector = (list: string, scope: string): { selector: string; isWhole: boolean } | null => {
  if (!isPlainCss(list)) return null
  const scoped: string[] = []
  let all = 0
  try {
    selectorParser((root) => {
      all = root.length
      root.each((selector) => {
        const text = scopeOne(selector, scope)
        if (text !== null && isPlainCss(text)) scoped.push(text)
      })
    }).processSync(list)
  } catch {
    return null
  }
  return scoped.length === 0 ? null : { selector: scoped.join(', '), isWhole: scoped.length === all }
}

/** Brackets, quotes and @ where none may stand: browsers and the parser read them in different ways. */
const isLoose = (node: Node): boolean => {
  if (node.type === 'attribute') return /[@"']/.test(node.attribute)
  const text = String(node).replace(/\\./g, '')
  return node.type === 'pseudo' ? text.includes('@') : /[()"'@]/.test(text)
}

const scopeOne = (selector: Selector, scope: string): string | null => {
  if (selector.nodes.some((node) => node.type === 'nesting' || node.type === 'comment' || isLoose(node))) return null
  selector.spaces.before = ''
  selector.spaces.after = ''
  const wasRoot = dropLeadingRoots(selector)
  const first = compound(selector)
  const isScoped = first[0] !== undefined && String(first[0]).trim() === scope
  if (!isScoped && !wasRoot && first.length === 0) return null
  // Written behind the scope, a name would make another class of it.
  if (wasRoot && first.some((node) => node.type === 'tag' || node.type === 'universal')) return null
  const isAtScope = isScoped || wasRoot
  // A sibling of the scope itself lies outside of it.
  const step = selector.nodes.find((node) => node.type === 'combinator')
  if (isAtScope && step && !/^\s*>?\s*$/.test(step.value)) return null
  const text = selector.toString()
  if (isScoped) return text.trim()
  return wasRoot ? (scope + text).trim() : `${scope} ${text.trim()}`
}

const dropLeadingRoots = (selector: Selector): boolean => {
  let found = false
  for (;;) {
    const roots = compound(selector).filter(isRoot)
    if (roots.length === 0) return found
    for (const node of roots) node.remove()
    found = true
    const [next, afterwards] = selector.nodes
    const isStep = next?.type === 'combinator' && /^[\s>]*$/.test(next.value)
    if (!isStep || !afterwards || !startsWithRoot(selector)) return found
    next.remove()
  }
}

const startsWithRoot = (selector: Selector): boolean => isCompound(selector.nodes[1]) && isRoot(selector.nodes[1])

const compound = (selector: Selector): Node[] => {
  const end = selector.nodes.findIndex((node) => node.type === 'combinator')
  return selector.nodes.slice(0, end < 0 ? undefined : end)
}
