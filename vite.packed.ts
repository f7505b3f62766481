import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minifySync, type Plugin } from 'vite'

const pack = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

// Below this an answer is one packet either way. Pages are made per request and have no packed form.
const least = 512
const texts = /\.(js|css|svg)$/

// Scripts of the public folder are copied as they were written.
const isCopied = (path: string) => /early-v\d+\.js$/.test(path)

const packFile = async (path: string) => {
  if (isCopied(path)) await writeFile(path, minifySync(path, await readFile(path, 'utf8')).code)
  const bytes = await readFile(path)
  if (bytes.length < least) return
  for (const [ending, packed] of Object.entries(pack)) await writeFile(`${path}.${ending}`, await packed(bytes))
}

/** Lays a brotli and a gzip form beside each built file, as small as they get: built once, sent often. */
export const packed = (): Plugin => ({
  name: 'packed',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const names = await readdir(dir, { recursive: true })
    await Promise.all(names.filter((name) => texts.test(name)).map((name) => packFile(join(dir, name))))
  },
})
