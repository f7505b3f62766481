/** Takes an element away and leaves what is in it. */
export const replaceWithContent = (element: Element): void => element.replaceWith(...element.childNodes)

/** Another element with the same content in the place of one. */
export const rename = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Puts an element around all that is in another. */
export const wrapContent = (element: Element, name: string): void => {
  const inner = element.ownerDocument.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}
