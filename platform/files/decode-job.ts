import type { Values } from '../../domain/message.ts'
import type { DecodeOptions, Picture } from './decode.ts'
import type { BadUpload } from './refused.ts'

export type DecodeJob = { path: string; options: DecodeOptions }

export type DecodeAnswer =
  | { kind: 'ready' }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'refused'; status: BadUpload['statusCode']; id: string; values: Values }
  | { kind: 'failed'; message: string }
