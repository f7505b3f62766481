import type { ScopedCss } from './css.ts'
import type { Cleaned } from './html.ts'

/** What the worker is asked, and what it answers under the same id. */
export type ContentJob =
  | { id: number; kind: 'html'; text: string }
  | { id: number; kind: 'css'; text: string; scope: string }
export type ContentAnswer =
  | { id: number; result: Cleaned | ScopedCss }
  | { id: number; isRefusal: boolean; message: string }
