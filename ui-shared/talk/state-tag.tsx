import type { Tone } from '../../domain/shapes/stages.ts'

/** Where something stands, with a mark and a colour of what that means. */
export const StateTag = ({ tone, words }: { tone: Tone | undefined; words: string }) => (
  <span className="tag state" data-tone={tone}>
    {words}
  </span>
)
