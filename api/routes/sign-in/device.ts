// The first that fits: browsers name those that they are like, and systems those that they are made of.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biP(?:hone|ad|od)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

/** What somebody signs in with, for their own list: "Firefox, Linux". No version: it would tell devices apart. Null when unknown. */
export const deviceOf = (userAgent: string | undefined): string | null => {
  const words = [named(browsers, userAgent ?? ''), named(systems, userAgent ?? '')].filter(Boolean)
  return words.length === 0 ? null : words.join(', ')
}
