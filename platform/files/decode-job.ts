import type { DecodeOptions, Picture } from './decode.ts'
import type { BadUpload } from './refused.ts'

export type DecodeJob = { path: string; options: DecodeOptions }

export type DecodeAnswer =
  | { kind: 'ready' }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'refused'; status: BadUpload['statusCode']; message: string }
  | { kind: 'failed'; message: string }
