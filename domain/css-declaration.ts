import { isPlainCss, readCss } from './css-text.ts'

// Contain and isolation hold the article in its box (UI-3); `all` would reset them.
const refusedProperties = new Set(['behavior', 'contain', 'isolation', 'all', 'src', 'view-transition-name'])
const keptPositions = new Set(['static', 'relative', 'absolute', 'initial', 'unset'])

const ownPicture = /url\(\s*(["']?)(?:\/files\/[\w./~%-]+|data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]+)\1\s*\)/gi
const leavesFolder = /\.\.|%(2e|2f|5c)/i
const fetching = /(?:url|src|image|image-set|cross-fade|element|paint)\s*\(|expression\s*\(|javascript:|vbscript:/

/** Answers null for a declaration that may stay, else what it is, in words. */
export const refusedDeclaration = (property: string, value: string): string | null => {
  const name = property.toLowerCase()
  if (!/^-{0,2}[a-z_][\w-]*$/.test(name)) return `property ${name.slice(0, 40)}`
  if (refusedProperties.has(name) || name.endsWith('-behavior') || name.endsWith('-binding')) return name
  if (value.trim() === '' && !name.startsWith('--')) return `value of ${name}`
  const read = readCss(value)
  const position = read.replace(/\s|!important/g, '')
  if (name === 'position' && !keptPositions.has(position)) return `position: ${position.slice(0, 40)}`
  const rest = value.replace(ownPicture, (address) => (leavesFolder.test(address) ? address : ''))
  if (fetching.test(readCss(rest))) return /url\s*\(/.test(read) ? 'address outside this site' : `value of ${name}`
  return isPlainCss(value) ? null : `value of ${name}`
}
