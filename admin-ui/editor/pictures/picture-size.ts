import type { Attrs } from 'prosemirror-model'

/** How wide a picture is shown: a third, two thirds or all of the column. The widest has no class. */
export const pictureSizes = ['small', 'medium', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

const classKey = 'data-kept-class'
const ofSize = /^picture-(?:small|medium|full)$/

const classesOf = ({ htmlAttrs }: Attrs): string[] =>
  String(htmlAttrs?.[classKey] ?? '')
    .split(/\s+/)
    .filter(Boolean)

/** The size of a figure or picture. */
export const sizeOf = (attrs: Attrs): PictureSize =>
  pictureSizes.find((size) => classesOf(attrs).includes(`picture-${size}`)) ?? 'full'

/** The attributes of a figure or picture in another size; its other classes stay. */
export const withSize = (attrs: Attrs, size: PictureSize): Attrs => {
  const names = classesOf(attrs).filter((name) => !ofSize.test(name))
  if (size !== 'full') names.push(`picture-${size}`)
  const { [classKey]: _before, ...others } = attrs.htmlAttrs ?? {}
  const htmlAttrs = names.length ? { ...others, [classKey]: names.join(' ') } : others
  return { ...attrs, htmlAttrs: Object.keys(htmlAttrs).length ? htmlAttrs : null }
}
