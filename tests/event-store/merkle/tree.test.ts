import { isConsistent } from '../../../domain/checkpoint.ts'
import { expect, it } from 'vitest'
import {
  digestOf,
  compactAt,
  consistencyProof,
  emptyRoot,
  emptyTree,
  grown,
  inclusionProof,
  leafHash,
  nodeHash,
  rangeHash,
  rootOf,
  rootOfInclusion,
} from '../../../event-store/merkle/tree.ts'

const most = 70
const leaves = Array.from({ length: most }, (_, index) => leafHash(`leaf ${index}`))
const digests = leaves.map(digestOf)

/** The definition of RFC 6962, 2.1, word by word. */
const naive = (list: readonly Buffer[]): Buffer => {
  const [only] = list
  if (!only) return emptyRoot
  if (list.length === 1) return only
  let half = 1
  while (half * 2 < list.length) half *= 2
  return nodeHash(naive(list.slice(0, half)), naive(list.slice(half)))
}
const hashAt = async (level: number, index: number) => naive(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
const sizes = Array.from({ length: most }, (_, index) => index + 1)
const rootAt = (size: number) => naive(leaves.slice(0, size))

it('answers the roots that RFC 6962 names for its eight leaves', () => {
  const given = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const hashes = given.map((hex) => leafHash(Buffer.from(hex, 'hex').toString()))
  const roots = [1, 2, 3, 8].map((size) =>
    rootOf(grown(emptyTree, hashes.slice(0, size).map(digestOf))).toString('hex'),
  )
  expect(roots).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
})

it('keeps the same root in whole, compact and stored form, at every size', async () => {
  for (const size of sizes) {
    const root = rootAt(size)
    expect(await rangeHash(hashAt, 0, size), `whole ${size}`).toEqual(root)
    expect(
      rootOf(grown(grown(emptyTree, digests.slice(0, 3)), digests.slice(3, Math.max(3, size)))),
      `grown ${size}`,
    ).toEqual(rootAt(Math.max(3, size)))
    expect(rootOf(await compactAt(hashAt, size)), `compact ${size}`).toEqual(root)
  }
  expect(rootOf(emptyTree)).toEqual(emptyRoot)
})

it('proves each leaf of each tree, and nothing else', async () => {
  for (const size of sizes)
    for (let index = 0; index < size; index += 1) {
      const proof = await inclusionProof(hashAt, index, size)
      const leaf = leaves[index] ?? emptyRoot
      expect(rootOfInclusion(leaf, index, size, proof), `${index} of ${size}`).toEqual(rootAt(size))
      expect(rootOfInclusion(leafHash('another'), index, size, proof)).not.toEqual(rootAt(size))
      if (size > 1) expect(rootOfInclusion(leaf, (index + 1) % size, size, proof)).not.toEqual(rootAt(size))
      expect(rootOfInclusion(leaf, index, size, [...proof, leaf])).toBeNull()
      if (proof.length > 0) expect(rootOfInclusion(leaf, index, size, proof.slice(1))).not.toEqual(rootAt(size))
    }
})

it('proves that each tree begins with each older one, and with no other', async () => {
  for (const size of sizes)
    for (let old = 0; old <= size; old += 1) {
      const proof = await consistencyProof(hashAt, old, size)
      const [older, newer] = [
        { size: old, root: old === 0 ? emptyRoot : rootAt(old) },
        { size, root: rootAt(size) },
      ]
      expect(await isConsistent(nodeHash, older, newer, proof), `${old} of ${size}`).toBe(true)
      if (old === 0) continue
      expect(await isConsistent(nodeHash, { ...older, root: leafHash('another') }, newer, proof)).toBe(false)
      expect(await isConsistent(nodeHash, older, { ...newer, root: leafHash('another') }, proof)).toBe(false)
      expect(await isConsistent(nodeHash, older, newer, [...proof, emptyRoot])).toBe(false)
      if (proof.length > 0) expect(await isConsistent(nodeHash, older, newer, proof.slice(1))).toBe(false)
      expect(await isConsistent(nodeHash, newer, older, proof)).toBe(old === size)
    }
})
