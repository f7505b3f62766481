import { createElement, Fragment, type ReactNode } from 'react'
import { isSafeLink } from '../../domain/fields/safe-link.ts'
import { AnyLink } from '../any-link.tsx'

const kept = /^(?:B|STRONG|I|EM|U|S)$/

const drawn = (node: Node, key: number): ReactNode => {
  if (!(node instanceof Element)) return node.textContent
  if (/^(?:SCRIPT|STYLE)$/.test(node.tagName)) return null
  const inside = [...node.childNodes].map(drawn)
  const address = node.getAttribute('href') ?? ''
  if (node.tagName === 'A' && isSafeLink(address))
    return (
      <AnyLink key={key} to={address} className="link">
        {inside}
      </AnyLink>
    )
  if (kept.test(node.tagName)) return createElement(node.tagName.toLowerCase(), { key }, inside)
  // Paragraphs and lines run on in one.
  return <Fragment key={key}> {inside} </Fragment>
}

const partsOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** True when a line of it would say something. */
export const hasWords = (html: string): boolean => /\S/.test(partsOf(html).textContent)

/** The words of a text in one line, with their emphasis and links; nothing else of its HTML reaches the page. */
export const lineOf = (html: string): ReactNode[] => [...partsOf(html).childNodes].map(drawn)
