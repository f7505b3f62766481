import DOMPurify from 'dompurify'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { t } from '../i18n.ts'
import { forbiddenAttributes, forbiddenTags } from './forbidden-html.ts'

const options = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [...forbiddenTags, 'label', 'fieldset', 'track', 'slot', 'marquee', 'font', 'center'],
  FORBID_ATTR: [...forbiddenAttributes, 'sizes', 'popovertarget', 'role'],
  ALLOW_DATA_ATTR: false,
  ADD_ATTR: ['target'],
  RETURN_DOM_FRAGMENT: true as const,
}

// Own paths, http(s), mailto, tel and places in the page; the cleaner itself lets more through (`//host`, ftp, cid).
const goodAddress = /^(?:(?:https?|mailto|tel):|\/(?![/\\])|#|\.)/i
const isOwnPicture = (address: string): boolean => /^(?:\/(?![/\\])|\.)/.test(address)

const playerAttributes = new Set(['src', 'width', 'height', 'class', 'id', 'title'])

// A film of this house with its controls, of which nothing is loaded but its length until somebody plays it.
const asPlayer = (video: HTMLVideoElement): void => {
  if (!isOwnPicture(video.getAttribute('src') ?? '')) return video.remove()
  for (const name of video.getAttributeNames()) if (!playerAttributes.has(name)) video.removeAttribute(name)
  video.controls = true
  video.preload = 'metadata'
  video.playsInline = true
  if (!video.title) video.setAttribute('aria-label', t('Video'))
}

const refine = (fragment: DocumentFragment): DocumentFragment => {
  for (const link of fragment.querySelectorAll('a')) {
    if (!goodAddress.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
    if (!link.hasAttribute('target')) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const image of fragment.querySelectorAll('img')) {
    // Other hosts learn nothing about who reads; the words stay.
    if (!isOwnPicture(image.getAttribute('src') ?? '')) image.replaceWith(image.alt)
    else image.decoding = 'async'
    image.loading = 'lazy'
  }
  for (const video of fragment.querySelectorAll('video')) asPlayer(video)
  // What colour and sign tell of a call-out.
  for (const box of fragment.querySelectorAll('.call-out')) {
    box.setAttribute('role', 'note')
    box.setAttribute('aria-label', box.classList.contains('call-out-warning') ? t('Warning') : t('Information'))
  }
  // Names that the page itself uses stay the page's; the server marks those of a text (D6).
  for (const named of fragment.querySelectorAll('[id], [name]')) {
    for (const attribute of ['id', 'name']) {
      if (!named.getAttribute(attribute)?.startsWith('content-')) named.removeAttribute(attribute)
    }
  }
  for (const wide of fragment.querySelectorAll('table')) {
    const box = wide.ownerDocument.createElement('div')
    box.className = 'table-box'
    box.tabIndex = 0
    wide.replaceWith(box)
    box.append(wide)
  }
  for (const code of fragment.querySelectorAll('pre')) code.tabIndex = 0
  // Each block runs as its own words do, whatever the language of the page.
  for (const block of fragment.children) if (!block.hasAttribute('dir')) block.setAttribute('dir', 'auto')
  return fragment
}

/** HTML that may stand in the page: the server's sanitiser is the authority, this runs again for what an older server let through. */
export const safeFragment = (html: string): DocumentFragment => refine(DOMPurify.sanitize(html, options))

/** Shows HTML that people wrote; the only place where HTML enters the page, as cleaned nodes and never as text. */
export const SafeHtml = ({
  html,
  ...box
}: { html: string } & Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML' | 'ref'>) => {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    host.current?.replaceChildren(safeFragment(html))
  }, [html])
  return <div {...box} ref={host} />
}
