import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { maskAddress } from '../../platform/mail/address.ts'
import type { WitnessPlace } from './witness-state.ts'

/** The signing of the log, beside what is told of it. */
export const signing: WitnessPlace = { id: 'signing', kind: 'signing', place: '' }

/** A witness that WITNESS_URLS names, by what it is. */
export type NamedWitness =
  | (WitnessPlace & { kind: 'folder'; folder: string })
  | (WitnessPlace & { kind: 'mail'; address: string })
  | (WitnessPlace & { kind: 'http'; url: URL })

/** The witness in a folder. */
export const folderWitness = (folder: string): NamedWitness => ({
  id: hash('sha256', folder, 'hex').slice(0, 16),
  kind: 'folder',
  place: folder,
  folder,
})

/** The witness that an address of WITNESS_URLS names (platform/config.ts has checked it). */
export const witnessAt = (address: string): NamedWitness => {
  const url = new URL(address)
  const id = hash('sha256', address, 'hex').slice(0, 16)
  if (url.protocol === 'file:') return folderWitness(fileURLToPath(url))
  if (url.protocol === 'mailto:') return { id, kind: 'mail', place: maskAddress(url.pathname), address: url.pathname }
  return { id, kind: 'http', place: `${url.origin}${url.pathname}`, url }
}
