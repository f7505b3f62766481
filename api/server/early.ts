import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

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

const linkOf = (app: string, file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/assets/${app}/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/assets/${app}/${file}" />`

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
 * What the head of a page says of files and answers that its screen asks for once the first script runs, so that a browser fetches them
 * beside that script: by the page's address, and whether somebody is signed in. Read from what the build wrote (vite.early.ts).
 */
export const earlyLinks = async (
  dist: string,
  app: 'admin' | 'portal',
): Promise<(url: string, isSignedIn: boolean, perms: Permissions) => string> => {
  const table = earlySchema
    .parse(JSON.parse(await readFile(join(dist, app, 'early.json'), 'utf8')))
    .map(({ at, files, answers, listed, soon, shown }) => ({
      at: new RegExp(at),
      isForAnyone: answers.length === 0,
      answers: answers.map(answerLink).join(''),
      listed: listed.map(answerLink).join(''),
      soon: linksFor(soon),
      files: files.map((file) => linkOf(app, file)).join(''),
      shown: linksFor(shown),
    }))
  return (url, isSignedIn, perms) => {
    const [path = '/', query] = url.split('?')
    const found = table.find(({ at }) => at.test(path))
    if (!found || !(found.isForAnyone || isSignedIn)) return ''
    // What a list shows of its first page is of use only where the address asks for no other.
    const isPlain = query === undefined
    const links = [
      found.answers,
      isPlain ? found.listed : '',
      found.soon(perms),
      found.files,
      isPlain ? found.shown(perms) : '',
    ]
    return dated(links.join('').replaceAll('$1', found.at.exec(path)?.[1] ?? ''))
  }
}
