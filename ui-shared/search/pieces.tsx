import type { Passage } from './hits.ts'

/** A text in pieces, of which some are marked. */
export const Pieces = ({ of }: { of: Passage }) =>
  of.map((piece, index) => (piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text))
