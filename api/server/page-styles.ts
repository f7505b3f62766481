import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Styles as a part of a page, by their address: they arrive with it, while the line would wait for the first file that it asks for.
 * The link is never followed. What loads a part of a screen looks for the link of its styles, and takes them for loaded.
 */
export const stylesOf = async (dist: string, address: string): Promise<string> => {
  const styles = await readFile(join(dist, address.replace(/^\/assets\//, '')), 'utf8')
  return `<style nonce="__CSP_NONCE__">${styles}</style><link rel="stylesheet" disabled href="${address}" />`
}
