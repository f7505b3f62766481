import { hash } from 'node:crypto'

/** The root of the 2^level leaves that begin at leaf index · 2^level; all of them are in the tree. */
export type HashAt = (level: number, index: number) => Promise<Buffer>

/** A hash as a text of 32 characters, one for each byte: where there are many, these cost a third of as many buffers. */
export type Digest = string

export const digestOf = (hashed: Buffer): Digest => hashed.toString('latin1')
export const bytesOf = (digest: Digest): Buffer => Buffer.from(digest, 'latin1')

const joined = Buffer.alloc(65, 1)

const nodeDigest = (left: Digest, right: Digest): Digest => {
  // One call for both: writing costs as much as hashing.
  joined.write(left + right, 1, 'latin1')
  return hash('sha256', joined, 'binary')
}

/** The same as `leafHash`. */
export const leafDigest = (text: string): Digest => hash('sha256', `\0${text}`, 'binary')

/** The hash of an inner node (RFC 6962, 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  joined.set(left, 1)
  joined.set(right, 33)
  return bytesOf(hash('sha256', joined, 'binary'))
}

/** The hash of a leaf of these UTF-8 bytes (RFC 6962, 2.1). */
export const leafHash = (text: string): Buffer => bytesOf(leafDigest(text))

/** The root of a tree without leaves. */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer')

// The largest power of two below a size of two and more.
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1)

/** The root of the leaves `from` up to but without `until`, as the proofs of RFC 6962 divide them. */
export const rangeHash = async (hashAt: HashAt, from: number, until: number): Promise<Buffer> => {
  const size = until - from
  if (size === 0) return emptyRoot
  const level = Math.log2(size)
  if (Number.isInteger(level) && from % size === 0) return hashAt(level, from / size)
  const middle = from + splitOf(size)
  return nodeHash(await rangeHash(hashAt, from, middle), await rangeHash(hashAt, middle, until))
}

const path = async (hashAt: HashAt, leaf: number, from: number, until: number): Promise<Buffer[]> => {
  if (until - from === 1) return []
  const middle = from + splitOf(until - from)
  return leaf < middle
    ? [...(await path(hashAt, leaf, from, middle)), await rangeHash(hashAt, middle, until)]
    : [...(await path(hashAt, leaf, middle, until)), await rangeHash(hashAt, from, middle)]
}

/** What proves that a leaf is in the tree of a size, from the leaf to the root (RFC 6962, 2.1.1). */
export const inclusionProof = (hashAt: HashAt, leaf: number, size: number): Promise<Buffer[]> =>
  path(hashAt, leaf, 0, size)

const subproof = async (hashAt: HashAt, old: number, from: number, until: number, isWhole: boolean) => {
  if (from + old === until) return isWhole ? [] : [await rangeHash(hashAt, from, until)]
  const half = splitOf(until - from)
  const middle = from + half
  if (old <= half) {
    const left: Buffer[] = await subproof(hashAt, old, from, middle, isWhole)
    return [...left, await rangeHash(hashAt, middle, until)]
  }
  const right: Buffer[] = await subproof(hashAt, old - half, middle, until, false)
  return [...right, await rangeHash(hashAt, from, middle)]
}

/** What proves that the tree of a size begins with the tree of an older one (RFC 6962, 2.1.2). */
export const consistencyProof = async (hashAt: HashAt, old: number, size: number): Promise<Buffer[]> =>
  old === 0 || old === size ? [] : subproof(hashAt, old, 0, size, true)

const isOdd = (number: number): boolean => number % 2 === 1
const halfOf = (number: number): number => Math.floor(number / 2)

/** The root that an inclusion proof leads to from a leaf's hash; null when the proof is not of this form (RFC 9162, 2.1.3.2). */
export const rootOfInclusion = (leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]) => {
  if (index >= size) return null
  let [place, last] = [index, size - 1]
  let root: Buffer = Buffer.from(leaf)
  for (const sibling of proof) {
    if (last === 0) return null
    if (isOdd(place) || place === last) {
      root = nodeHash(sibling, root)
      while (!isOdd(place) && place > 0) [place, last] = [halfOf(place), halfOf(last)]
    } else root = nodeHash(root, sibling)
    ;[place, last] = [halfOf(place), halfOf(last)]
  }
  return last === 0 ? root : null
}

/** A growing tree of which only the roots of its complete parts are kept, largest first: one for each binary digit of its size that is 1. */
export type CompactTree = { size: number; roots: readonly Digest[] }

export const emptyTree: CompactTree = { size: 0, roots: [] }

/** The tree with the hashes of further leaves. */
export const grown = ({ size, roots }: CompactTree, leaves: readonly Digest[]): CompactTree => {
  const stack = [...roots]
  let before = size
  for (const leaf of leaves) {
    let root = leaf
    for (let rest = before; isOdd(rest); rest = halfOf(rest)) root = nodeDigest(stack.pop() ?? '', root)
    stack.push(root)
    before += 1
  }
  return { size: before, roots: stack }
}

/** The root of such a tree. */
export const rootOf = ({ roots }: CompactTree): Buffer => {
  const [last, ...others] = roots.toReversed()
  return last === undefined ? emptyRoot : bytesOf(others.reduce((right, left) => nodeDigest(left, right), last))
}

/** The compact form of the first leaves of a kept tree. */
export const compactAt = async (hashAt: HashAt, size: number): Promise<CompactTree> => {
  const roots: Digest[] = []
  let from = 0
  for (let level = Math.floor(Math.log2(Math.max(size, 1))); level >= 0; level -= 1) {
    const width = 2 ** level
    if (size - from < width) continue
    roots.push(digestOf(await hashAt(level, from / width)))
    from += width
  }
  return { size, roots }
}
