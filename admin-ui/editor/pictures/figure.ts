import type { Attrs, Node, NodeSpec } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView, NodeView } from 'prosemirror-view'
import { t } from '../../../ui-shared/i18n.ts'
import { isOwnAddress } from '../html/clean.ts'
import { passThroughAny } from '../html/passthrough.ts'
import { classesOf, pictureSides, pictureSizes } from './picture-size.ts'

/** A picture with its caption, at the top level, in a column or in a gallery. The caption is a node of its own, so that no command for paragraphs changes it. */
export const figureNodes: Record<string, NodeSpec> = {
  figure: {
    content: 'caption',
    attrs: {
      imageUrl: { default: '' },
      altText: { default: null },
      imageAttrs: { default: null },
      htmlAttrs: { default: null },
    },
    draggable: true,
    isolating: true,
  },
  caption: {
    content: 'text*',
    attrs: { htmlAttrs: { default: null } },
    toDOM: () => ['figcaption', { 'data-placeholder': t('Caption') }, 0],
  },
}

/** What an `<img>` of this site says; false for any other. */
export const readPicture = (
  element: Element,
): { imageUrl: string; altText: string | null; kept: Attrs | null } | false => {
  const imageUrl = element.getAttribute('src') ?? ''
  if (element.localName !== 'img' || !isOwnAddress(imageUrl)) return false
  return { imageUrl, altText: element.getAttribute('alt'), kept: passThroughAny(element, ['src', 'alt']) }
}

/** Reads a figure of one picture and at most a caption; false for any other. */
export const readFigure = (element: Element): Attrs | false => {
  const [image, caption, ...more] = element.children
  const hasLooseWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
  if (!image || more.length || hasLooseWords || (caption && caption.localName !== 'figcaption')) return false
  const read = readPicture(image)
  if (!read) return false
  return { imageUrl: read.imageUrl, altText: read.altText, imageAttrs: read.kept, htmlAttrs: passThroughAny(element) }
}

// `dom` has the size: the figure, or the picture itself.
const draw = (dom: HTMLElement, image: HTMLImageElement, { attrs }: Node): void => {
  const address = String(attrs.imageUrl)
  if (image.getAttribute('src') !== address) image.src = address
  image.alt = String(attrs.altText ?? '')
  const classes = classesOf(attrs)
  for (const name of [...pictureSizes, ...pictureSides].map((one) => `picture-${one}`))
    dom.classList.toggle(name, classes.includes(name))
}

/** How a picture in a line looks. The package's own view keeps every event from the editor, so that it could not be selected. */
export const imageView = (node: Node): NodeView => {
  const dom = document.createElement('img')
  draw(dom, dom, node)
  return {
    dom,
    update: (next) => {
      if (next.type === node.type) draw(dom, dom, next)
      return next.type === node.type
    },
  }
}

/** How a figure looks in the text: the picture, and below it the caption that can be typed in. */
export const figureView = (node: Node): NodeView => {
  const dom = document.createElement('figure')
  const image = dom.appendChild(document.createElement('img'))
  image.contentEditable = 'false'
  const contentDOM = dom.appendChild(document.createElement('div'))
  draw(dom, image, node)
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false
      draw(dom, image, next)
      return true
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

const media = /^(figure|image|video|card)$/

/** A click on a picture, film or card selects it, with its figure. */
export const handleClickOn = (view: EditorView, node: Node, at: number, event: MouseEvent): boolean => {
  const { target } = event
  const isOnIt = target instanceof HTMLImageElement || target instanceof HTMLVideoElement || node.type.name === 'card'
  if (!media.test(node.type.name) || !isOnIt || !view.editable) return false
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  return true
}
