import { hasCredentials } from '../../domain/fields/safe-link.ts'

/** What staff may write in an article. Everything else loses its tag and keeps its words. */
export const allowedTags: readonly string[] = (
  'h1 h2 h3 h4 h5 h6 hgroup p div section article aside header footer address figure figcaption span ' +
  'ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td blockquote pre code kbd samp var ' +
  'img video a b strong i em u s del ins sub sup mark small abbr cite q dfn time bdi bdo ruby rt rp br hr wbr details summary'
).split(' ')

/** Elements that go together with what is inside them: their text is no text, or a browser reads it in another way. */
export const tagsWithoutText: readonly string[] = (
  'script style textarea select option xmp plaintext listing noembed noframes noscript title template ' +
  'svg math iframe object applet embed audio canvas frameset'
).split(' ')

type Rule = (value: string) => string | null

const anyText: Rule = (value) => value
const oneOf =
  (...values: readonly string[]): Rule =>
  (value) =>
    values.includes(value.trim().toLowerCase()) ? value.trim().toLowerCase() : null
const like =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value.trim()) ? value.trim() : null
const present: Rule = () => ''

const prefix = 'content-'
const prefixed = (name: string) => (name.startsWith(prefix) ? name : prefix + name)

// Without the prefix an id could take the place of one of the page's own, or of a property of document.
const identifier: Rule = (value) => (value.trim() === '' || /\s/.test(value.trim()) ? null : prefixed(value.trim()))
const identifiers: Rule = (value) => {
  const names = value.split(/\s+/).filter((name) => name !== '')
  return names.length === 0 ? null : names.map(prefixed).join(' ')
}

// Browsers drop these before they read a scheme.
const unseen = /[\u0000-\u001f\u007f]/g

const addressWith =
  (schemes: readonly string[]): Rule =>
  (value) => {
    const address = value.replace(unseen, '').trim()
    if (address.startsWith('/')) return /^\/[/\\]/.test(address) ? null : address
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase()
    if (scheme === undefined || !schemes.includes(scheme) || !URL.canParse(address)) return null
    if (hasCredentials(address)) return null
    return address
  }

const picture = addressWith(['http:', 'https:'])
// Of this house alone: a film from elsewhere would tell its host who watches.
const ownFile = like(/^\/files\/[0-9a-f]{32}\/[^\s/\\?#"<>]{1,600}$/)
const outside = addressWith(['http:', 'https:', 'mailto:', 'tel:'])
const link: Rule = (value) => {
  const address = value.trim()
  if (!address.startsWith('#')) return outside(value)
  return address === '#' ? address : `#${prefixed(address.slice(1).replace(unseen, ''))}`
}

const relations =
  'noopener noreferrer nofollow external bookmark author license help next prev tag ugc sponsored'.split(' ')
const relation: Rule = (value) => {
  const kept = value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => relations.includes(word))
  return kept.length === 0 ? null : [...new Set(kept)].join(' ')
}

const count = like(/^\d{1,4}$/)
const length = like(/^\d{1,5}(\.\d{1,3})?%?$/)
const alignment = oneOf('left', 'right', 'center', 'justify')
const cell = { colspan: count, rowspan: count, headers: identifiers, align: alignment, width: length }

export const commonAttributes: Readonly<Record<string, Rule>> = {
  class: anyText,
  id: identifier,
  title: anyText,
  lang: like(/^[a-z0-9-]{1,35}$/i),
  dir: oneOf('ltr', 'rtl', 'auto'),
  'aria-label': anyText,
  'aria-labelledby': identifiers,
  'aria-describedby': identifiers,
}

export const attributesOf: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  a: {
    href: link,
    target: oneOf('_blank', '_self'),
    rel: relation,
    name: identifier,
    hreflang: like(/^[a-z0-9-]{1,35}$/i),
  },
  img: {
    src: picture,
    alt: anyText,
    width: length,
    height: length,
    loading: oneOf('lazy', 'eager'),
    decoding: oneOf('async', 'sync', 'auto'),
  },
  video: { src: ownFile, controls: present, preload: oneOf('none', 'metadata'), width: length, height: length },
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), abbr: anyText },
  td: cell,
  tr: { align: alignment },
  table: { width: length },
  col: { span: count, width: length, align: alignment },
  colgroup: { span: count },
  p: { align: alignment },
  ol: { start: like(/^-?\d{1,6}$/), reversed: present, type: like(/^[1aAiI]$/) },
  li: { value: like(/^-?\d{1,6}$/), 'data-task': present, 'data-task-checked': present },
  pre: { 'data-language': like(/^[\w+#.-]{1,40}$/) },
  code: { 'data-language': like(/^[\w+#.-]{1,40}$/), 'data-backticks': count },
  details: { open: present },
  time: { datetime: like(/^[\w:.+ -]{1,64}$/) },
  del: { cite: outside, datetime: like(/^[\w:.+ -]{1,64}$/) },
  ins: { cite: outside, datetime: like(/^[\w:.+ -]{1,64}$/) },
  blockquote: { cite: outside },
  q: { cite: outside },
}

export const mayBeEmpty: readonly string[] = ['alt', 'open', 'reversed', 'controls', 'data-task', 'data-task-checked']
