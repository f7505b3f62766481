/** Elements that no text of this house holds: they style the page, ask for input, play, or are never shown. */
export const forbiddenTags: readonly string[] = [
  'style',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'option',
  'dialog',
  'audio',
  'source',
  'map',
  'area',
  'template',
]

/** Attributes that no text of this house holds: they style, load, take the focus or belong to elements of a page. */
export const forbiddenAttributes: readonly string[] = [
  'style',
  'srcset',
  'tabindex',
  'accesskey',
  'autofocus',
  'popover',
  'is',
  'slot',
]
