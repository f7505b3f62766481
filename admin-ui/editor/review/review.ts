import * as z from 'zod/mini'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { blocksOf } from '../html/blocks.ts'
import { inertBox } from '../html/html-blocks.ts'

/** Something in a text that readers would stumble over, in words, and the block it is in. */
export type Finding = { block: number; words: string }

/** A heading of a text: its words, how deep it is, and the block it is in. */
export type Heading = { block: number; level: number; words: string }

const wordsOf = (element: Element): string => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''

const boxesOf = (html: string): HTMLElement[] => blocksOf(html).blocks.map(({ nodes }) => inertBox(nodes))

/** The headings of a text in their order. */
export const headingsOf = (html: string): Heading[] =>
  boxesOf(html).flatMap((box, block) =>
    [...box.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((element) => ({
      block,
      level: Number(element.localName.slice(1)),
      words: wordsOf(element),
    })),
  )

const inPictures = (box: HTMLElement): string[] =>
  [...box.querySelectorAll('img')]
    .filter((image) => !image.alt.trim())
    .map((image) =>
      t('A picture has no description: {name}', { name: image.getAttribute('src')?.split('/').at(-1) ?? '' }),
    )

const inLinks = (box: HTMLElement): string[] =>
  [...box.querySelectorAll('a')].flatMap((link) => {
    const words = wordsOf(link)
    const address = link.getAttribute('href')?.trim() ?? ''
    if (link.hasAttribute('href') && !words && !link.querySelector('img[alt]:not([alt=""])'))
      return [t('A link has no words: {address}', { address })]
    if (link.hasAttribute('href') && /^#?$/.test(address)) return [t('A link leads nowhere: {words}', { words })]
    return []
  })

// The title of the record is the first heading of the page.
const inHeadings = (headings: readonly Heading[]): Finding[] =>
  headings.flatMap(({ block, level, words }, at) => {
    const before = headings[at - 1]?.level ?? 1
    if (!words) return [{ block, words: t('A heading has no words.') }]
    if (level === 1) return [{ block, words: t('“{words}” is a first heading; the title is that already.', { words }) }]
    if (level <= before + 1) return []
    return [
      { block, words: t('“{words}” skips a heading: level {level} follows level {before}.', { words, level, before }) },
    ]
  })

/** What a reader would stumble over: pictures without a description, links without words or aim, headings out of order. */
export const findingsOf = (html: string): Finding[] => {
  const inBoxes = boxesOf(html).flatMap((box, block) =>
    [...inPictures(box), ...inLinks(box)].map((words) => ({ block, words })),
  )
  return [...inBoxes, ...inHeadings(headingsOf(html))].sort((one, other) => one.block - other.block)
}

const cleaned = oneOf(z.object({ removed: z.array(z.string()) }))

/** What saving will take out of a text, in words. @throws ApiError */
export const takenOut = async (content: string, css: string): Promise<readonly string[]> =>
  (await api.post('/utility/preview', { body: { content, css }, as: cleaned })).data.removed

/** A sentence about what saving will take out; null when there is nothing. */
export const sayTakenOut = (removed: readonly string[]): string | null =>
  removed.length ? t('Saving will take out: {names}', { names: removed.join(', ') }) : null
