import { useEffect, useState } from 'react'
import { isLanguage, languages } from '../../domain/texts/languages.ts'
import { Icon } from '../drawings/icons.tsx'
import { currentLanguage, t } from '../i18n.ts'
import { keepLanguage, lastSeenMe } from '../session/me.ts'
import { takeChoice } from './language.ts'

const choose = async (language: string): Promise<void> => {
  if (!isLanguage(language)) return
  await takeChoice(language)
  if (lastSeenMe()) await keepLanguage()
}

/** Chooses the language, each by its own name; kept on this device, and for the person who is signed in. */
export const LanguagePicker = () => {
  const [isPainted, setPainted] = useState(false)
  // `useIsPainted` would bring its file into the landing page, which has 120 KB of scripts at most.
  useEffect(() => void requestAnimationFrame(() => setTimeout(setPainted, 0, true)), [])
  return (
    <label className="btn bare language">
      <Icon name="globe" />
      <span className="name" lang={currentLanguage()}>
        {languages[currentLanguage()]}
      </span>
      <select
        aria-label={t('Language')}
        value={currentLanguage()}
        onChange={(event) => void choose(event.target.value).catch(() => undefined)}
      >
        {/* A browser measures all names of a list, and looks for fonts that have their letters: no first screen waits for that. */}
        {isPainted &&
          Object.entries(languages).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}
