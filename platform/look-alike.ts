import { rectifyConfusion } from 'unicode-confusables'

// The recommended scripts of UAX 31, table 5. Those that a language mixes stand together: "highly restrictive" in UTS 39 §5.2.
const single =
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao ' +
  'Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
const mixed = ['Latin', 'Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul']

// Signs and digits of ASCII go with every script, its letters with Latin only; what else is common to all scripts is refused.
const systems = [...single.split(' '), ...mixed].map((scripts) => {
  const letters = scripts.split(' ').map((script) => `\\p{scx=${script}}`)
  const ascii = scripts.startsWith('Latin') ? '\\x20-\\x7e' : '\\x20-\\x40\\x5b-\\x60\\x7b-\\x7e'
  return new RegExp(`^[${ascii}${letters.join('')}\\p{sc=Inherited}]+$`, 'u')
})

const isPlain = (name: string): boolean => /^[\x20-\x7e\p{L}\p{M}\p{Nd}]+$/u.test(name) && !/\p{DI}/u.test(name)
const mixesDigits = (name: string): boolean => /[0-9]/.test(name) && /(?![0-9])\p{Nd}/u.test(name)
const readsAsLatin = (name: string): boolean =>
  !/\p{scx=Latin}/u.test(name) && /^(?=.*\p{L})[\x20-\x7e]+$/u.test(rectifyConfusion(name))

/** True for a name that can be taken for another (UTS 39, NFKC given): invisible characters, mixed scripts or digits, look-alikes of Latin. */
export const canMislead = (name: string): boolean => {
  if (/^[\x20-\x7e]*$/.test(name)) return name.includes('  ')
  return (
    !isPlain(name) ||
    !systems.some((system) => system.test(name)) ||
    mixesDigits(name) ||
    /(\p{Mn})\1| {2}/u.test(name.normalize('NFD')) ||
    readsAsLatin(name)
  )
}
