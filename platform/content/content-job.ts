import type { Values } from '../../domain/message.ts'
import type { ScopedCss } from './css.ts'
import type { Cleaned } from './html.ts'

export type ContentJob = { kind: 'html'; text: string } | { kind: 'css'; text: string; scope: string }
export type ContentAnswer =
  | { kind: 'html'; result: Cleaned }
  | { kind: 'css'; result: ScopedCss }
  | { kind: 'refused'; id: string; values: Values }
