import type { Values } from '../../domain/message.ts'
import type { BadUpload } from '../files/refused.ts'
import type { Sheet } from './sheet.ts'

export type SheetAnswer =
  | { kind: 'sheet'; sheet: Sheet }
  | { kind: 'refused'; status: BadUpload['statusCode']; id: string; values: Values }
