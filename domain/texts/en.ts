import { declaredTexts } from './declared.ts'
import { adminTexts } from './en-admin.ts'
import { listTexts } from './en-lists.ts'
import { overviewTexts } from './en-overview.ts'
import { portalTexts } from './en-portal.ts'
import { sharedTexts } from './en-shared.ts'

/**
 * Every English text that a screen can show, once. The text is the message id (spec/decisions T1), so English needs no
 * translation; a catalogue of another language is a record from these to its own texts.
 */
export const englishTexts: ReadonlySet<string> = new Set([
  ...declaredTexts,
  ...sharedTexts,
  ...adminTexts,
  ...listTexts,
  ...overviewTexts,
  ...portalTexts,
])
