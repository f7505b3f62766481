import type { Values } from '../../domain/message.ts'
import type { DecodeOptions, Picture } from './decode.ts'
import type { BadUpload } from './refused.ts'

/** `seconds` of processor time, after which the picture is too slow; a process of low priority may wait longer than that. */
export type DecodeJob = { path: string; options: DecodeOptions; seconds: number }

export type DecodeAnswer =
  | { kind: 'ready' }
  | { kind: 'slow' }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'refused'; status: BadUpload['statusCode']; id: string; values: Values }
  | { kind: 'failed'; message: string }
