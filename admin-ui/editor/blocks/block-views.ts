import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'

/** How a film looks in the text: as in the portal, but a click selects it, and below it the caption that can be typed in. */
export const videoView = (node: Node): NodeView => {
  const dom = document.createElement('figure')
  dom.className = 'video-figure'
  const film = dom.appendChild(document.createElement('video'))
  film.contentEditable = 'false'
  film.preload = 'metadata'
  film.src = String(node.attrs.address)
  const contentDOM = dom.appendChild(document.createElement('div'))
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type && next.attrs.address === node.attrs.address,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

/** A table in the box that it has in the portal, in which a wide one is moved sideways. */
export const tableView = (): NodeView => {
  const dom = document.createElement('div')
  dom.className = 'table-box'
  const contentDOM = dom.appendChild(document.createElement('table'))
  return { dom, contentDOM }
}
