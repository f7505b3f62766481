import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { declaredTexts } from './domain/texts/declared.ts'
import { portalTexts } from './domain/texts/en-portal.ts'
import { serverTexts } from './domain/texts/en-server.ts'
import { sharedTexts } from './domain/texts/en-shared.ts'
import { valueTexts } from './domain/texts/en-values.ts'

const shown: ReadonlySet<string> = new Set([
  ...declaredTexts,
  ...serverTexts,
  ...valueTexts,
  ...sharedTexts,
  ...portalTexts,
])

/** Leaves in the languages of the portal what it can show: half of the texts are those of the back office. */
export const portalLanguages = (): Plugin => ({
  name: 'portal-languages',
  enforce: 'pre',
  load: {
    filter: { id: /domain[\\/]texts[\\/]\w\w\.json$/ },
    handler: async (id) => {
      const texts: unknown = JSON.parse(await readFile(id, 'utf8'))
      return JSON.stringify(Object.fromEntries(Object.entries(Object(texts)).filter(([text]) => shown.has(text))))
    },
  },
})
