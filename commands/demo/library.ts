import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AnyFile } from '../../platform/files/any.ts'
import { drawnPicture, writtenFile } from '../../platform/files/drawn.ts'
import { documents, pdfOf } from './documents.ts'
import type { Step } from './making.ts'

/** What is said of a file of the library. */
export type Said = { attribute?: string }
/** Keeps a file of the server's own in the library, once for a command; answers the file's id. */
export type KeepFile = (file: AnyFile, filename: string, said: Said, commandId: string) => Promise<number>
/** The id of a file of the demo company, by the name of its scene or document. @throws Error for what it has not */
export type FileId = (name: string) => number

type Drawn = ReadonlyMap<string, AnyFile>

// Beside this file; of the program that is built of it beside the entries, one above its parts (vite.server.config.ts).
const picturesFolder = (): string => {
  const found = ['pictures', '../pictures']
    .map((path) => join(import.meta.dirname, path))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error('the pictures of the demo company are missing from the build')
  return found
}

/** Draws the demo company's pictures into the folder, one after the other, beside whatever else is under way. */
export const drawPictures = async (folder: string): Promise<Drawn> => {
  const pictures = picturesFolder()
  const svgOf = (name: string) => readFile(join(pictures, `${name}.svg`), 'utf8')
  const mark = await drawnPicture(folder, await svgOf('logo'), true)
  const drawn = new Map<string, AnyFile>([
    ['logo', mark],
    ['favicon', mark],
  ])
  const names = (await readdir(pictures)).filter((file) => file.endsWith('.svg')).map((file) => basename(file, '.svg'))
  for (const name of names.toSorted())
    if (name !== 'logo') drawn.set(name, await drawnPicture(folder, await svgOf(name)))
  return drawn
}

/** Puts the demo company's documents and pictures into the library. */
export const seedLibrary = async (
  step: Step,
  { folder, drawn, keep }: { folder: string; drawn: Promise<Drawn>; keep: KeepFile },
): Promise<FileId> => {
  const ids = new Map<string, number>()
  const add = async (name: string, file: AnyFile, said: Said = {}) => {
    const kept = await step(`file ${name}`, ({ commandId }) => keep(file, `${name}.${file.extension}`, said, commandId))
    ids.set(name, Number(kept))
  }
  for (const one of documents)
    await add(one.name, await writtenFile(folder, `${one.name}.pdf`, pdfOf(one)), { attribute: one.attribute })
  for (const [name, picture] of await drawn) await add(name, picture)
  return (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`the demo company has no file ${name}`)
    return id
  }
}
