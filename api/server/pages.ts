import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppName, earlyHead, nothingEarly, type Permissions } from './early.ts'
import { stylesOf } from './page-styles.ts'

/** What a page is made for: its address, whether that is of this moment, and who asks. */
export type Asked = { url: string; nonce: string; isNow: boolean; isSignedIn: boolean; perms: Permissions }

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

/** Makes the pages of an app from its build. */
export const pagesOf = async (dist: string, app: AppName): Promise<(asked: Asked) => string> => {
  const { before, styles, after } = await partsOf(dist, app)
  const early = await earlyHead(dist, app)
  return ({ url, nonce, isNow, isSignedIn, perms }) => {
    // Of another moment the page asks for other answers.
    const head = isNow ? early(url, isSignedIn, perms) : nothingEarly
    const allowed = (part: string) => part.replaceAll('__CSP_NONCE__', nonce)
    const begun = allowed(before).replace('__SIGNED_IN__', isSignedIn ? 'yes' : 'no')
    return `${begun}${head.links}${allowed(styles + head.styles)}${after}`
  }
}
