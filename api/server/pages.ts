import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { slot, type Template, templateOf } from '../response-cache/template.ts'
import { type AppName, earlyHead, nothingEarly, type Permissions } from './early.ts'
import { stylesOf } from './page-styles.ts'

/** What a page is made for: its address, whether that is of this moment, and who asks. */
export type Asked = { url: string; isNow: boolean; isSignedIn: boolean; perms: Permissions }

const stylesheet = /<link rel="stylesheet"[^>]* href="([^"]+)">/

// What is to be fetched comes before the styles, which are long: a browser asks for it while they arrive.
const partsOf = async (dist: string, app: AppName) => {
  const html = await readFile(join(dist, app, 'index.html'), 'utf8')
  const [link, address] = stylesheet.exec(html) ?? []
  const [before, after] = html.replace(link ?? '', '').split('</head>')
  if (address === undefined || before === undefined || after === undefined)
    throw new Error(`The page of ${app} has no styles or no head: build the apps anew.`)
  return { before, styles: await stylesOf(dist, address), after: `</head>${after}` }
}

// Bytes of the text of all pages that are kept for whoever asks next; compressed they are a quarter of it.
const kept = 8_000_000

/** Makes the pages of an app from its build, with a slot wherever a page has its nonce. */
export const pagesOf = async (dist: string, app: AppName): Promise<(asked: Asked) => Template> => {
  const { before, styles, after } = await partsOf(dist, app)
  const early = await earlyHead(dist, app)
  const made = new LRUCache<string, Template>({
    maxSize: kept,
    sizeCalculation: ({ identity }) => identity.bytes.length,
  })
  const allowed = (part: string) => part.replaceAll('__CSP_NONCE__', slot)
  return ({ url, isNow, isSignedIn, perms }) => {
    // Of another moment the page asks for other answers.
    const head = isNow ? early(url, isSignedIn, perms) : nothingEarly
    const signedIn = isSignedIn ? 'yes' : 'no'
    const key = `${signedIn} ${head.screen} ${head.links}`
    const known = made.get(key)
    if (known) return known
    const begun = allowed(before).replace('__SIGNED_IN__', signedIn)
    const page = templateOf(`${begun}${head.links}${allowed(styles + head.styles)}${after}`)
    made.set(key, page)
    return page
  }
}
