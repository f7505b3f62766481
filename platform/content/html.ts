import sanitizeHtml from 'sanitize-html'
import { Rejected } from '../../domain/rejected.ts'
import { allowedTags, attributesOf, commonAttributes, mayBeEmpty, tagsWithoutText } from './html-policy.ts'

/** `removed` names in words what was dropped, each once: 'iframe', 'style attribute', 'unsafe address of a link'. */
export type Cleaned = { html: string; removed: string[] }

const tags = new Set(allowedTags)
const attributeNames = [...new Set([commonAttributes, ...Object.values(attributesOf)].flatMap(Object.keys))]

// Output that closes where the parser closes is stable after two or three passes; more means something unforeseen.
const maximumPasses = 8
// The parser's time grows with the square of the depth, and browsers flatten what is nested deeper than this.
const maximumDepth = 500
const maximumNamed = 50
// Stands behind the text while it is read: when it is gone, an unfinished tag or comment took everything up to the end along.
const end = '\uE000\uE001\uE000'

/** Cleans staff HTML to the allow-list (UI-1, D6), about 1 ms per kB; doing it again changes nothing. @throws Rejected nested over 500 deep */
export const cleanHtml = (html: string): Cleaned => {
  const removed = new Set<string>()
  const say = (text: string) => {
    if (removed.size < maximumNamed) removed.add(text)
  }
  if (html.includes('<!--')) say('comment')
  if (/<(![^-]|\?)/.test(html)) say('declaration')
  let before = html
  for (let pass = 0; pass < maximumPasses; pass += 1) {
    const read = cleanOnce(before + end, say)
    if (!read.includes(end)) say('everything after an unfinished tag')
    const after = read.replace(end, '')
    if (after === before) break
    before = after
  }
  return { html: before, removed: [...removed] }
}

const cleanOnce = (html: string, say: (text: string) => void): string => {
  let depth = 0
  return sanitizeHtml(html, {
    onOpenTag: () => {
      depth += 1
      if (depth > maximumDepth) throw new Rejected('The text is nested too deeply.', 'validation')
    },
    onCloseTag: () => {
      depth -= 1
    },
    allowedTags: [...allowedTags],
    // What each element may have is decided in cleanElement; this is the second wall.
    allowedAttributes: { '*': attributeNames },
    nonBooleanAttributes: [],
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    selfClosing: ['img', 'br', 'hr', 'col', 'wbr'],
    nonTextTags: [...tagsWithoutText],
    disallowedTagsMode: 'discard',
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanElement(tagName, attribs, say) }) },
    // A picture or film whose address was dropped would only show as broken.
    exclusiveFilter: (frame) => (frame.tag === 'img' || frame.tag === 'video') && !frame.attribs.src,
  })
}

type Attributes = Record<string, string>

const cleanElement = (tag: string, attributes: Attributes, say: (text: string) => void): Attributes => {
  if (!tags.has(tag)) {
    say(tag.slice(0, 40))
    return {}
  }
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    const clean = cleanAttribute(tag, name, value)
    if (clean === null) say(nameOf(tag, name))
    if (clean !== null && (clean !== '' || mayBeEmpty.includes(name))) kept[name] = clean
  }
  return kept.target === '_blank' ? withoutOpener(kept) : kept
}

const cleanAttribute = (tag: string, name: string, value: string): string | null => {
  const ownRules = Object.hasOwn(attributesOf, tag) ? attributesOf[tag] : undefined
  const rules = ownRules && Object.hasOwn(ownRules, name) ? ownRules : commonAttributes
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  return rule ? rule(value) : null
}

/** A page opened in a new tab must not reach back through window.opener. */
const withoutOpener = (attributes: Attributes): Attributes => {
  const words = (attributes.rel ?? '').split(' ').filter((word) => word !== '' && word !== 'noopener')
  return { ...attributes, rel: [...words, 'noopener'].join(' ') }
}

const nameOf = (tag: string, attribute: string): string => {
  if (attribute === 'href') return 'unsafe address of a link'
  if (attribute === 'src')
    return tag === 'video' ? 'address of a video outside of this site' : 'unsafe address of a picture'
  return `${attribute.slice(0, 40)} attribute`
}
