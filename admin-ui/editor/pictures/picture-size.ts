import type { Attrs } from 'prosemirror-model'

/** How wide a picture is shown: a third, two thirds or all of the column. The widest has no class. */
export const pictureSizes = ['small', 'medium', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** Where a figure stands beside the words that follow it. Without one it stands between them. */
export const pictureSides = ['left', 'right'] as const
export type PictureSide = (typeof pictureSides)[number] | 'none'

const classKey = 'data-kept-class'
const ofSize = /^picture-(?:small|medium|full)$/
const ofSide = /^picture-(?:left|right)$/

/** The classes of a figure or picture. */
export const classesOf = ({ htmlAttrs }: Attrs): string[] =>
  String(htmlAttrs?.[classKey] ?? '')
    .split(/\s+/)
    .filter(Boolean)

/** The size of a figure or picture. */
export const sizeOf = (attrs: Attrs): PictureSize =>
  pictureSizes.find((size) => classesOf(attrs).includes(`picture-${size}`)) ?? 'full'

/** The side on which a figure stands. */
export const sideOf = (attrs: Attrs): PictureSide =>
  pictureSides.find((side) => classesOf(attrs).includes(`picture-${side}`)) ?? 'none'

const withClasses = (attrs: Attrs, names: readonly string[]): Attrs => {
  const { [classKey]: _before, ...others } = attrs.htmlAttrs ?? {}
  const htmlAttrs = names.length ? { ...others, [classKey]: names.join(' ') } : others
  return { ...attrs, htmlAttrs: Object.keys(htmlAttrs).length ? htmlAttrs : null }
}

const without = (attrs: Attrs, kind: RegExp): string[] => classesOf(attrs).filter((name) => !kind.test(name))

/** The attributes of a figure or picture in another size; its other classes stay. */
export const withSize = (attrs: Attrs, size: PictureSize): Attrs =>
  withClasses(attrs, size === 'full' ? without(attrs, ofSize) : [...without(attrs, ofSize), `picture-${size}`])

/** The attributes of a figure on another side; its other classes stay. */
export const withSide = (attrs: Attrs, side: PictureSide): Attrs =>
  withClasses(attrs, side === 'none' ? without(attrs, ofSide) : [...without(attrs, ofSide), `picture-${side}`])
