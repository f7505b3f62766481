/** What a signed note over the log says, as it is written; nothing of it is checked yet. */
export type CheckpointNote = {
  /** What is signed. */
  body: string
  origin: string
  size: number
  root: Uint8Array
  position: bigint
  /** Each with the id of its key, four bytes in hex. */
  signatures: readonly { key: string; signature: Uint8Array }[]
}

const form = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\nposition (\d{1,19})\n$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Bytes that are written in base64; none where it is not that. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(base64.test(text) ? atob(text) : '', (letter) => letter.charCodeAt(0))

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads a signed note of the form of C2SP tlog-checkpoint with one extension line, `position <number>`. Null when it is none. */
export const readCheckpoint = (text: string): CheckpointNote | null => {
  const end = text.lastIndexOf('\n\n')
  const body = text.slice(0, end + 1)
  const [, origin, size, root, position] = form.exec(body) ?? []
  if (end < 0 || !origin || !size || !root || !position) return null
  const signatures = text
    .slice(end + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    .map((line) => bytesOf(line.slice(origin.length + 3)))
    .map((bytes) => ({ key: hexOf(bytes.subarray(0, 4)), signature: bytes.subarray(4) }))
  return { body, origin, size: Number(size), root: bytesOf(root), position: BigInt(position), signatures }
}

/** The hash of an inner node of the tree (RFC 6962, 2.1): of the byte 1 and both hashes. */
export type NodeHash = (left: Uint8Array, right: Uint8Array) => Uint8Array | Promise<Uint8Array>

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
const isOdd = (number: number): boolean => number % 2 === 1
const halfOf = (number: number): number => Math.floor(number / 2)

type Tree = { size: number; root: Uint8Array }

/** Whether the tree of a size and root begins with the one of an older size and root (RFC 9162, 2.1.4.2). */
export const isConsistent = async (
  nodeHash: NodeHash,
  older: Tree,
  newer: Tree,
  proof: readonly Uint8Array[],
): Promise<boolean> => {
  if (older.size > newer.size) return false
  if (older.size === 0) return proof.length === 0
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root)
  const [first, ...steps] = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : proof
  if (!first) return false
  let [place, last] = [older.size - 1, newer.size - 1]
  while (isOdd(place)) [place, last] = [halfOf(place), halfOf(last)]
  let [old, root] = [first, first]
  for (const step of steps) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      old = await nodeHash(step, old)
      root = await nodeHash(step, root)
      while (!isOdd(place) && place > 0) [place, last] = [halfOf(place), halfOf(last)]
    } else root = await nodeHash(root, step)
    ;[place, last] = [halfOf(place), halfOf(last)]
  }
  return last === 0 && isSame(old, older.root) && isSame(root, newer.root)
}
