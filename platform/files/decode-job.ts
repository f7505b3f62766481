import type { DecodeOptions, Picture } from './decode.ts'
import type { BadUpload } from './refused.ts'

/** What the process that decodes is asked. */
export type DecodeJob = { path: string; options: DecodeOptions }

/** What it answers: that it is there, then one result for each job. */
export type DecodeAnswer =
  | { kind: 'ready' }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'refused'; status: BadUpload['statusCode']; message: string }
  | { kind: 'failed'; message: string }
