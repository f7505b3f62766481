import { SaxesParser } from 'saxes'

/**
 * What is told of a document in its order: elements by their names without prefixes, and the text between them. How a text is
 * pronounced (rPh) is passed by.
 */
export type XmlListener = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

// The parser is handed this many bytes at a time.
const step = 65_536
// Of one element. With millions of them V8 gives up the whole process, not the thread alone.
const mostAttributes = 1_000
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads a document in UTF-8. @throws Error when it is not well-formed, or says what it consists of (DOCTYPE) */
export const readXml = (bytes: Uint8Array, { open, text, close }: XmlListener): void => {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type is not allowed')
  })
  let attributeCount = 0
  parser.on('opentagstart', () => {
    attributeCount = 0
  })
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > mostAttributes) throw new Error('an element has too many attributes')
  })
  let pronounced = 0
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (local === 'rPh') pronounced += 1
    else if (pronounced === 0) open?.(local, attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (local === 'rPh') pronounced -= 1
    else if (pronounced === 0) close?.(local)
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += step)
    parser.write(decoder.decode(bytes.subarray(at, at + step), { stream: true }))
  parser.write(decoder.decode()).close()
}

/** An attribute by its name without prefix. */
export const attributeOf = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(attributes).find(([one]) => localName(one) === name)?.[1]
