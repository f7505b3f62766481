import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { stylesOf } from './page-styles.ts'

// An answer, and the permissions of whom it is for.
const shownSchema = z.array(z.tuple([z.string()], z.string()))

const earlySchema = z.array(
  z.object({
    at: z.string(),
    files: z.array(z.string()),
    answers: z.array(z.string()),
    listed: z.array(z.string()),
    soon: shownSchema,
    shown: shownSchema,
  }),
)

const dayMilliseconds = 86_400_000

const dated = (url: string): string =>
  url.replaceAll(/\$day\((-?\d+)\)/g, (_, days: string) => {
    const day = new Date(Date.now() + Number(days) * dayMilliseconds).toISOString().slice(0, 10)
    return encodeURIComponent(`${day}T00:00:00.000Z`)
  })

/** What somebody may do who has a sign-in; null for whoever has none, or where nobody can say it now. */
export type Permissions = readonly string[] | null

/** The two React apps. */
export type AppName = 'admin' | 'portal'

/** Of the head of a page: links to files and answers, and styles, which are the same for each page of a screen. */
export type Head = { screen: string; links: string; styles: string }

/** The head of a page that says nothing of what its screen asks for. */
export const nothingEarly: Head = { screen: '', links: '', styles: '' }

const isStyles = (address: string): boolean => address.endsWith('.css')

const linkOf = (address: string): string => `<link rel="modulepreload" crossorigin href="${address}" />`

const answerLink = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`

const linksFor = (shown: z.infer<typeof shownSchema>) => {
  const links = shown.map(([answer, ...anyOf]) => ({ link: answerLink(answer), anyOf }))
  return (perms: Permissions): string =>
    links
      .filter(({ anyOf }) => (anyOf.length === 0 ? perms?.length : perms?.some((one) => anyOf.includes(one))))
      .map(({ link }) => link)
      .join('')
}

/**
 * What the head of a page has of what its screen asks for once the first script runs: links to files and answers, so that a browser fetches
 * them beside that script, and the styles; by the page's address, and whether somebody is signed in. Read from what the build wrote
 * (vite.early.ts).
 */
export const earlyHead = async (
  dist: string,
  app: AppName,
): Promise<(url: string, isSignedIn: boolean, perms: Permissions) => Head> => {
  const entries = earlySchema.parse(JSON.parse(await readFile(join(dist, app, 'early.json'), 'utf8')))
  const table = await Promise.all(
    entries.map(async ({ at, files, answers, listed, soon, shown }) => {
      const addresses = files.map((file) => `/assets/${app}/${file}`)
      const styles = await Promise.all(addresses.filter(isStyles).map((address) => stylesOf(dist, address)))
      return {
        screen: at,
        at: new RegExp(at),
        isForAnyone: answers.length === 0,
        answers: answers.map(answerLink).join(''),
        listed: listed.map(answerLink).join(''),
        soon: linksFor(soon),
        files: addresses.flatMap((address) => (isStyles(address) ? [] : linkOf(address))).join(''),
        shown: linksFor(shown),
        styles: styles.join(''),
      }
    }),
  )
  return (url, isSignedIn, perms) => {
    const [path = '/', query] = url.split('?')
    const found = table.find(({ at }) => at.test(path))
    if (!found || !(found.isForAnyone || isSignedIn)) return nothingEarly
    // What a list shows of its first page is of use only where the address asks for no other.
    const isPlain = query === undefined
    const links = [
      found.answers,
      isPlain ? found.listed : '',
      found.soon(perms),
      found.files,
      isPlain ? found.shown(perms) : '',
    ]
    const { screen, styles } = found
    return { screen, links: dated(links.join('').replaceAll('$1', found.at.exec(path)?.[1] ?? '')), styles }
  }
}
