import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod'

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

const read = async (): Promise<Readonly<Record<string, string>>> => {
  const within = async (folder: string, as: string): Promise<[string, string][]> =>
    (await readdir(join(home, folder)))
      .filter((name) => /\.(bcmap|pfb|ttf)$/.test(name))
      .map((name) => [`${as}/${name}`, join(folder, name)])
  return Object.fromEntries([
    ['worker.js', 'legacy/build/pdf.worker.min.mjs'],
    ['openjpeg_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js'],
    ...(await within('cmaps', 'cmaps')),
    ...(await within('standard_fonts', 'fonts')),
  ])
}

/**
 * Lays what the reader of PDFs asks for by itself beside the portal, in a folder of its version: the script that reads files apart from the page,
 * tables of characters, fonts that files may leave out, and the decoder of one kind of picture (ui-shared/pdf/open-pdf.ts).
 */
export const pdfParts = (): Plugin => ({
  name: 'pdf-parts',
  apply: 'build',
  async generateBundle() {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')))
    for (const [name, path] of Object.entries(await read()))
      this.emitFile({ type: 'asset', fileName: `pdf-${version}/${name}`, source: await readFile(join(home, path)) })
  },
})

/** True for a chunk that the reader of PDFs alone needs: it lies apart, so that no device takes it along with the portal. */
export const isOfPdf = (moduleIds: readonly string[]): boolean =>
  moduleIds.some((id) => id.replaceAll('\\', '/').includes('/node_modules/pdfjs-dist/'))
