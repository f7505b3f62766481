import DOMPurify from 'dompurify'

/** The element that stands for an island in the text editor and on the clipboard; no stored text knows it. */
export const islandTag = 'html-island'

const options = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'option',
    'dialog',
    'audio',
    'video',
    'source',
    'map',
    'area',
    'template',
  ],
  FORBID_ATTR: ['style', 'srcset', 'tabindex', 'accesskey', 'autofocus', 'popover', 'is', 'slot'],
  ADD_ATTR: ['target'],
}

/** HTML without anything that runs, as a string; the editor's own sanitiser is replaced by this one. */
export const cleanString = (html: string): string => DOMPurify.sanitize(html, { ...options, ADD_TAGS: [islandTag] })

/** HTML without anything that runs, as nodes outside of the page. */
export const cleanFragment = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...options, RETURN_DOM_FRAGMENT: true })

/** Like `cleanFragment`, for what comes from the clipboard: keeps styles and islands, which the next step judges. */
export const cleanClipboard = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...options, FORBID_ATTR: [], ADD_TAGS: [islandTag], RETURN_DOM_FRAGMENT: true })

/** True for an address of this site, which the page may load. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)
