import { expect, it } from 'vitest'
import { openNote } from '../../../event-store/merkle/note.ts'
import { consistencyProof, inclusionProof, leafHash, nodeHash, rangeHash } from '../../../event-store/merkle/tree.ts'

// Made by golang.org/x/mod 0.7.0 (sumdb/note, sumdb/tlog) over the leaves "event 0" to "event 10", and signed by a witness as well. That it reads
// checkpoints and proofs of a running server in its turn was tried by hand (docs/decisions/log/0124).
const origin = 'atrium.log/00000000-0000-4000-8000-000000000000'
const verifier = `${origin}+fd9e919b+AQDQWh0eolE5bVV6+9RYizxtmdvrly/tEKMlYuom3Nz6`
const note = `${origin}
11
TSKDt8J7ct1MFb4PHdTqqWjGZcZ6xofyQJeG4BAmHTM=
position 23

— witness.example lgP5vg8OMPgbDu1+JjhQqFXRtMJYzpPtfmRDmCfyEppVYRGlcYaQqEMh4eHYbKmDiEErBKWghYh4dglIvqS8PVtpIwI=
— ${origin} /Z6RmxIdq8T4pFeiRsW2hiz05JuEGzhXQvOuRsN2QI6o7/R2F/CL7umjnM+uc6Kns6KTUIIirKAhg7wkawF/rgu1cAw=
`
const inclusionOf6 = [
  '5nyn510AcIf7fJDINt9JiyNGuQPO7kuSIWQvLKI24Zo=',
  'n8TSODTUbgn9dyNKBLnW6oY3KiRO9sz9h4w80kQ6BuU=',
  'f0l1rlueoFoa1OtGPV8gkkCHBI6XjPazQgNu7FyQV+Y=',
  'ujWfFvBsCAqK0cNa5F8JBBVTVBQ7cFid+4u+dbaKh1c=',
]
const consistencyFrom6 = [
  'n8TSODTUbgn9dyNKBLnW6oY3KiRO9sz9h4w80kQ6BuU=',
  'caj5z+ULAFFOTaExvhIYpnxXvPQpm3Jo7YhvAoNu5iI=',
  'f0l1rlueoFoa1OtGPV8gkkCHBI6XjPazQgNu7FyQV+Y=',
  'ujWfFvBsCAqK0cNa5F8JBBVTVBQ7cFid+4u+dbaKh1c=',
]

const leaves = Array.from({ length: 11 }, (_, index) => leafHash(`event ${index}`))
/** The stored hashes of complete subtrees. */
const hashAt = async (level: number, index: number): Promise<Buffer> =>
  level === 0
    ? (leaves[index] ?? Buffer.alloc(32))
    : nodeHash(await hashAt(level - 1, 2 * index), await hashAt(level - 1, 2 * index + 1))
const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'))

it('reads a checkpoint that another tool has signed, among signatures of others', () => {
  const publicKey = Buffer.from(verifier.split('+').slice(2).join('+'), 'base64').subarray(1)
  expect(openNote(note, [publicKey])).toMatchObject({ origin, size: 11, position: 23n })
  expect(openNote(note.replace('position 23', 'position 24'), [publicKey])).toBeNull()
})

it('has the root and the proofs that another tool computes', async () => {
  expect(note).toContain((await rangeHash(hashAt, 0, 11)).toString('base64'))
  expect(base64(await inclusionProof(hashAt, 6, 11))).toEqual(inclusionOf6)
  expect(base64(await consistencyProof(hashAt, 6, 11))).toEqual(consistencyFrom6)
})
