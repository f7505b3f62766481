import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss'
import { refusedDeclaration } from '../../domain/css-declaration.ts'
import { scopeSelector } from './css-selector.ts'
import { isPlainCss, withPlainAtNames } from '../../domain/css-text.ts'

/** `removed` names in words what was dropped, each once: '@import', 'position: fixed', 'address outside this site'. */
export type ScopedCss = { css: string; removed: string[] }

type Work = { scope: string; animations: ReadonlySet<string>; say: (text: string) => void }

const maximumDepth = 8
const maximumNamed = 50
const plainParameters = /^[\w\s():,.<>=/%+-]+$/

/** Keeps staff CSS inside its article (UI-3, D6), written anew from the parsed tree. @param scope a class with its dot, '.content-post-42' */
export const scopeCss = (css: string, scope: string): ScopedCss => {
  if (!/^\.[a-z][a-z0-9-]*$/.test(scope)) throw new Error('a scope is one class name with its dot')
  const removed = new Set<string>()
  const say = (text: string) => {
    if (removed.size < maximumNamed) removed.add(text)
  }
  try {
    // Without `map: false` a sourceMappingURL comment makes postcss read that file.
    const root = postcss.parse(withPlainAtNames(css), { map: false })
    const scoped = written(root, { scope, animations: animationsOf(root), say }, 0)
    return { css: scoped, removed: [...removed] }
  } catch (error) {
    const reason =
      error instanceof postcss.CssSyntaxError ? `${error.reason}, line ${error.line ?? 1}` : 'too deeply nested'
    return { css: '', removed: [`everything, because it cannot be read (${reason})`] }
  }
}

const keyframes = /^(-[a-z]+-)?keyframes$/
const plainName = /^[a-z_-][\w-]*$/i

const animationsOf = (root: Container): Set<string> => {
  const names = new Set<string>()
  root.walkAtRules((rule) => {
    if (keyframes.test(rule.name.toLowerCase()) && plainName.test(rule.params)) names.add(rule.params)
  })
  return names
}

const written = (container: Container, work: Work, depth: number): string =>
  (container.nodes ?? []).map((node) => writtenNode(node, work, depth)).join('')

const writtenNode = (node: ChildNode, work: Work, depth: number): string => {
  if (node.type === 'rule') return writtenRule(node, work)
  if (node.type === 'atrule') return writtenAtRule(node, work, depth)
  if (node.type === 'decl') work.say('declaration outside of a rule')
  return ''
}

const writtenRule = (rule: Rule, work: Work): string => {
  const scoped = scopeSelector(rule.selector, work.scope)
  if (scoped?.isWhole !== true) work.say(`selector ${rule.selector.replace(/\s+/g, ' ').slice(0, 60)}`)
  if (scoped === null) return ''
  return block(scoped.selector, declarations(rule, work))
}

const writtenAtRule = (rule: AtRule, work: Work, depth: number): string => {
  const name = rule.name.toLowerCase()
  if (keyframes.test(name)) return writtenKeyframes(rule, name, work)
  const isKnown = name === 'media' || name === 'supports'
  if (!isKnown || !isPlainParameter(rule.params) || depth >= maximumDepth) {
    work.say(`@${name.slice(0, 40)}`)
    return ''
  }
  return block(`@${name} ${rule.params}`, written(rule, work, depth + 1))
}

// Ranges may be written with < and >, which is the only use of < in CSS.
const isPlainParameter = (text: string) => plainParameters.test(text) && isPlainCss(text.replaceAll('<', ''))

const writtenKeyframes = (rule: AtRule, name: string, work: Work): string => {
  if (!work.animations.has(rule.params)) {
    work.say(`@${name}`)
    return ''
  }
  const steps = (rule.nodes ?? []).map((step) => {
    if (step.type !== 'rule' || !/^[\w\s%.,]+$/.test(step.selector)) return ''
    return block(step.selector, declarations(step, work))
  })
  return block(`@${name} ${renamed(rule.params, work)}`, steps.join(''))
}

const renamed = (name: string, work: Work): string => {
  const prefix = `${work.scope.slice(1)}-`
  return name.startsWith(prefix) ? name : prefix + name
}

const declarations = (rule: Rule, work: Work): string =>
  (rule.nodes ?? []).map((node) => writtenDeclaration(node, work)).join('')

const writtenDeclaration = (node: ChildNode, work: Work): string => {
  if (node.type === 'comment') return ''
  if (node.type !== 'decl') {
    work.say('nested rule')
    return ''
  }
  const refused = refusedDeclaration(node.prop, node.value)
  if (refused !== null) {
    work.say(refused)
    return ''
  }
  const value = /(^|-)animation(-name)?$/i.test(node.prop) ? withRenamed(node, work) : node.value.trim()
  return `${node.prop}: ${value}${node.important ? ' !important' : ''};\n`
}

const withRenamed = (node: Declaration, work: Work): string => {
  const words = node.value.split(/([\s,()]+)/)
  return words.map((word) => (work.animations.has(word) ? renamed(word, work) : word)).join('')
}

// A line for each head: one that spanned two could not be told from what follows it.
const block = (head: string, body: string): string =>
  body === '' ? '' : `${head.replace(/\r\n|[\n\r\f]/g, ' ')} {\n${body}}\n`
