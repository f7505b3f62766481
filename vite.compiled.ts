import type { Plugin } from 'vite'
import * as z from 'zod'

// Engines that know this line (V8) compile all functions of a file while it arrives, beside the thread that draws; they leave each function
// of other files until it is called.
const whole = '//# allFunctionsCalledOnLoad\n'

// In a smaller file there is less to compile than the line costs.
const least = 8_000

const earlySchema = z.array(z.object({ files: z.array(z.string()) }))

/** Marks what first screens are made of, the first script and the files that early.json names, to be compiled whole while it arrives. */
export const compiledWhole = (): Plugin => ({
  name: 'compiled-whole',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // The line holds at the very beginning of a file, before which the build puts lists of its own.
    order: 'post',
    handler: (_options, bundle) => {
      const table = bundle['early.json']
      if (table?.type !== 'asset') return
      const early = new Set(earlySchema.parse(JSON.parse(String(table.source))).flatMap(({ files }) => files))
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && one.code.length > least && (one.isEntry || early.has(one.fileName)))
          one.code = whole + one.code
    },
  },
})
