import { diff3Merge } from 'node-diff3'
import type { Resource } from '../../../domain/resource.ts'
import type { Block } from '../../editor/html/blocks.ts'
import { asText } from '../fields/field-values.ts'
import type { Merged, Part } from './merge.ts'
import type { Sides } from './merge-parts.ts'

/** What is merged as a whole: a block of HTML or a line, and the space after it. */
type Unit = { source: string; gap: string }
/** A text of which parts are still open. */
type TextPart = string | Sides<string>
/** Cuts HTML into its blocks; the editor's, which comes with it. */
type Cut = (html: string) => { lead: string; blocks: Block[] }

const written = (units: readonly Unit[]): string => units.map(({ source, gap }) => source + gap).join('')

const each = <From, To>({ before, mine, theirs }: Sides<From>, to: (side: From) => To): Sides<To> => ({
  before: to(before),
  mine: to(mine),
  theirs: to(theirs),
})

const container =
  /^(<(div|section|article|main|aside|blockquote|ul|ol|table|thead|tbody)\b(?:"[^"]*"|'[^']*'|[^"'>])*>)([\s\S]*)(<\/\2\s*>)$/i

// One unit that both changed: what stands inside of the same element is merged again.
const mergeUnit = (cut: Cut, sides: Sides<Unit>): TextPart[] => {
  const { before, mine, theirs } = each(sides, ({ source }) => source)
  const { gap } = sides.mine
  if (mine === theirs || theirs === before) return [mine + gap]
  if (mine === before) return [theirs + gap]
  const opened = each(
    each(sides, ({ source }) => container.exec(source)),
    (found) => ({
      start: found?.[1] ?? '',
      inner: found?.[3] ?? '',
      end: found?.[4] ?? '',
    }),
  )
  const { start, end } = opened.mine
  const isOneElement = start !== '' && start === opened.before.start && start === opened.theirs.start
  if (!isOneElement) return [each(sides, (unit) => written([unit]))]
  return [
    start,
    ...mergeBlocks(
      cut,
      each(opened, ({ inner }) => inner),
    ),
    end + gap,
  ]
}

const mergeConflict = (cut: Cut, sides: Sides<readonly Unit[]>): TextPart[] => {
  const { before, mine, theirs } = sides
  // As many on each side: neighbours that different people changed are merged one by one.
  const pairs = before.flatMap((unit, at) => {
    const [own, other] = [mine[at], theirs[at]]
    return own && other ? [{ before: unit, mine: own, theirs: other }] : []
  })
  const isOneToOne = pairs.length === Math.max(before.length, mine.length, theirs.length)
  return isOneToOne ? pairs.flatMap((pair) => mergeUnit(cut, pair)) : [each(sides, written)]
}

// The library compares words by their names in an object; the mark keeps them apart from those that every object has.
const nameOf = ({ source }: Unit): string => `|${source}`

const mergeUnits = (cut: Cut, sides: Sides<readonly Unit[]>): TextPart[] => {
  // Equal units are one, whatever space follows them: that is nobody's change.
  const known = new Map<string, Unit>()
  for (const unit of [...sides.mine, ...sides.theirs, ...sides.before]) {
    if (!known.get(nameOf(unit))?.gap) known.set(nameOf(unit), unit)
  }
  const unitsOf = (names: readonly string[]) => names.flatMap((name) => known.get(name) ?? [])
  const { mine, before, theirs } = each(sides, (units) => units.map(nameOf))
  return diff3Merge(mine, before, theirs, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }) => {
    if (ok) return [written(unitsOf(ok))]
    if (!conflict) return []
    return mergeConflict(cut, each({ before: conflict.o, mine: conflict.a, theirs: conflict.b }, unitsOf))
  })
}

/** Three versions of HTML brought together by their blocks: what stands, and the parts that both changed differently. */
export const mergeBlocks = (cut: Cut, html: Sides<string>): TextPart[] => {
  const read = each(html, cut)
  return [
    read.mine.lead,
    ...mergeUnits(
      cut,
      each(read, ({ blocks }) => blocks),
    ),
  ]
}

const linesOf = (text: string): Unit[] => text.split(/(?<=\n)/).map((source) => ({ source, gap: '' }))

const mergeText: Readonly<Record<string, (sides: Sides<string>) => Promise<TextPart[]>>> = {
  html: async (sides) => mergeBlocks((await import('../fields/editor-field.tsx')).blocksOf, sides),
  // A line is cut no further.
  css: async (sides) => mergeUnits((line) => ({ lead: line, blocks: [] }), each(sides, linesOf)),
}

const partsOf = (name: string, parts: readonly TextPart[]): Part[] =>
  parts
    .filter((part) => part !== '')
    .map((part, index) => (typeof part === 'string' ? part : { id: `${name}/${index}`, name, sides: part }))

/** Brings the texts together that both changed, so that only the parts which both changed differently stay open. */
export const mergeTexts = async (resource: Resource, { values, open }: Merged): Promise<Merged> => {
  const merged = { values: { ...values }, open: { ...open } }
  for (const [name, [whole]] of Object.entries(open)) {
    const merger = mergeText[resource.fields[name]?.kind ?? '']
    if (!merger || !whole || typeof whole === 'string') continue
    const parts = partsOf(name, await merger(each(whole.sides, asText)))
    const texts = parts.filter((part) => typeof part === 'string')
    if (texts.length < parts.length) merged.open[name] = parts
    else {
      merged.values[name] = texts.join('')
      delete merged.open[name]
    }
  }
  return merged
}
