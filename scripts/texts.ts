import { writeFile } from 'node:fs/promises'
import { isLanguage, languages } from '../domain/texts/languages.ts'
import { catalogueOf } from '../domain/texts/catalogues.ts'
import { englishTexts } from '../domain/texts/en.ts'
import { gapsOf } from '../tests/support/texts/language-problems.ts'

// npm run texts: what each language lacks, as lines to translate. With --tidy unused texts go, and the rest takes the order
// of the English lists.
const isTidying = process.argv.includes('--tidy')

for (const language of Object.keys(languages).filter(isLanguage)) {
  if (language === 'en') continue
  const texts = await catalogueOf(language)
  const { missing, unused } = gapsOf(englishTexts, texts)
  console.log(`${language}: ${missing.length} missing, ${unused.length} unused`)
  for (const text of missing) console.log(`  ${JSON.stringify(text)}: "",`)
  if (!isTidying) continue
  const kept = [...englishTexts].flatMap((text) => (text in texts ? [[text, texts[text]]] : []))
  await writeFile(`domain/texts/${language}.json`, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
