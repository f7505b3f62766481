import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const earlySchema = z.array(z.object({ at: z.string(), files: z.array(z.string()), answers: z.array(z.string()) }))

const linkOf = (app: string, file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/assets/${app}/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/assets/${app}/${file}" />`

const answerLink = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`

/**
 * What the head of a page says of files and answers that its screen asks for once the first script runs, so that a browser fetches them
 * beside that script: by the path, and whether somebody is signed in. Read from what the build wrote (vite.early.ts).
 */
export const earlyLinks = async (
  dist: string,
  app: 'admin' | 'portal',
): Promise<(path: string, isSignedIn: boolean) => string> => {
  const table = earlySchema
    .parse(JSON.parse(await readFile(join(dist, app, 'early.json'), 'utf8')))
    .map(({ at, files, answers }) => ({
      at: new RegExp(at),
      isForAnyone: answers.length === 0,
      links: [...answers.map(answerLink), ...files.map((file) => linkOf(app, file))].join(''),
    }))
  return (path, isSignedIn) => {
    const found = table.find(({ at }) => at.test(path))
    if (!found || !(found.isForAnyone || isSignedIn)) return ''
    return found.links.replaceAll('$1', found.at.exec(path)?.[1] ?? '')
  }
}
