import { expect, it } from 'vitest'
import { openNote, signedNote, signerOf, verifierOf } from '../../../event-store/merkle/note.ts'
import { tilePath } from '../../../event-store/merkle/witness.ts'
import { leafHash } from '../../../event-store/merkle/tree.ts'

const signer = signerOf('atrium.log/one', Buffer.alloc(32, 7))
const other = signerOf('atrium.log/one', Buffer.alloc(32, 8))
const checkpoint = { origin: 'atrium.log/one', size: 1_234, root: leafHash('root'), position: 5_678n }
const note = signedNote(checkpoint, signer)

it('has the form of C2SP checkpoints: origin, size, root, an extension line, and a signature by name and key id', () => {
  expect(note).toMatch(
    /^atrium\.log\/one\n1234\n[A-Za-z0-9+/]{43}=\nposition 5678\n\n— atrium\.log\/one [A-Za-z0-9+/]+=*\n$/,
  )
  const signature = Buffer.from(note.trimEnd().split(' ').at(-1) ?? '', 'base64')
  expect(signature).toHaveLength(4 + 64)
  const [name, id, key] = verifierOf(signer).split('+')
  expect([name, id]).toEqual(['atrium.log/one', signature.subarray(0, 4).toString('hex')])
  expect(Buffer.from(key ?? '', 'base64')).toEqual(Buffer.concat([Buffer.from([1]), signer.publicKey]))
})

it('is read back with a key that signed it, and with no other', () => {
  expect(openNote(note, [signer.publicKey])).toEqual({ ...checkpoint, text: note, publicKey: signer.publicKey })
  expect(openNote(note, [other.publicKey, signer.publicKey])?.size).toBe(1_234)
  expect(openNote(note, [other.publicKey])).toBeNull()
  expect(openNote(note, [])).toBeNull()
})

it('is refused when a character of it was changed', () => {
  for (let place = 0; place < note.length; place += 1) {
    const letter = note.charAt(place)
    const changed = note.slice(0, place) + (letter === 'A' ? 'B' : 'A') + note.slice(place + 1)
    const opened = openNote(changed, [signer.publicKey])
    // The last digits of a signature's base64 hold bits that stand for nothing.
    if (opened) expect(changed.trimEnd().split(' ').at(-1)).not.toBe(note.trimEnd().split(' ').at(-1))
    if (opened) expect({ ...opened, text: '' }).toEqual({ ...checkpoint, text: '', publicKey: signer.publicKey })
  }
})

it('names tiles as other tools look for them', () => {
  expect([tilePath(0, 0, 256), tilePath(0, 5, 12), tilePath(1, 1_234_067, 256)]).toEqual([
    'tile/0/000',
    'tile/0/005.p/12',
    'tile/1/x001/x234/067',
  ])
})
