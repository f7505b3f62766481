import type { AnyFile } from '../../platform/files/any.ts'
import { drawnPicture, writtenFile } from '../../platform/files/drawn.ts'
import { documents, pdfOf } from './documents.ts'
import type { Step } from './making.ts'
import { logo } from './pictures/logo.ts'
import { scenes } from './pictures/scenes.ts'

/** What is said of a file of the library. */
export type Said = { attribute?: string }
/** Keeps a file of the server's own in the library, once for a command; answers the file's id. */
export type KeepFile = (file: AnyFile, filename: string, said: Said, commandId: string) => Promise<number>
/** The id of a file of the demo company, by the name of its scene or document. @throws Error for what it has not */
export type FileId = (name: string) => number

type Drawn = ReadonlyMap<string, AnyFile>

/** Draws the demo company's pictures into the folder, one after the other, beside whatever else is under way. */
export const drawPictures = async (folder: string): Promise<Drawn> => {
  const mark = await drawnPicture(folder, logo, true)
  const drawn = new Map<string, AnyFile>([
    ['logo', mark],
    ['favicon', mark],
  ])
  for (const [name, svg] of Object.entries(scenes)) drawn.set(name, await drawnPicture(folder, svg))
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
