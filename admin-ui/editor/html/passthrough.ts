import type { Attrs } from 'prosemirror-model'

const prefix = 'data-kept-'
/** Marks a paragraph without words that is stored with a line break in it. */
export const blankLine = 'data-blank-line'
// Where the editor notes what a copied piece was cut out of.
const fromClipboard = 'data-pm-slice'

/** Attributes that the text editor has no place for, carried under harmless names, away from the page's own. */
export const passThrough = (element: Element, known: readonly string[] = []): Record<string, string> => {
  const passed: Record<string, string> = {}
  for (const { name, value } of element.attributes)
    if (!known.includes(name) && name !== fromClipboard) passed[`${prefix}${name}`] = value
  return passed
}

/** Like `passThrough`, null when there is nothing to carry: as the editor makes its own nodes and marks. */
export const passThroughAny = (element: Element, known: readonly string[] = []): Record<string, string> | null => {
  const passed = passThrough(element, known)
  return Object.keys(passed).length ? passed : null
}

/** The carried attributes of a node or mark under their own names. */
export const giveBack = (attrs: Attrs): Record<string, string> => {
  const carried: unknown = attrs.htmlAttrs
  const given: Record<string, string> = {}
  if (typeof carried !== 'object' || carried === null) return given
  for (const [name, value] of Object.entries(carried))
    if (name.startsWith(prefix) && typeof value === 'string') given[name.slice(prefix.length)] = value
  return given
}
