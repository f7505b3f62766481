import { declaredTexts } from './declared.ts'
import { accessServerTexts } from './en-access.ts'
import { adminTexts } from './en-admin.ts'
import { auditTexts } from './en-audit.ts'
import { checkpointTexts } from './en-checkpoints.ts'
import {
  digestServerTexts,
  discussionServerTexts,
  discussionTexts,
  draftServerTexts,
  draftTexts,
  opensServerTexts,
  opensTexts,
  previewTexts,
  readingServerTexts,
  readingTexts,
  reviewServerTexts,
  reviewTexts,
} from './en-content.ts'
import { historyTexts } from './en-history.ts'
import { evidenceTexts } from './en-evidence.ts'
import { answerServerTexts, inboxTexts } from './en-inbox.ts'
import { scheduleTexts } from './en-jobs.ts'
import { listTexts } from './en-lists.ts'
import { overviewTexts } from './en-overview.ts'
import { peopleTexts } from './en-people.ts'
import { portalTexts, shortcutServerTexts } from './en-portal.ts'
import { serverTexts } from './en-server.ts'
import { sharedTexts } from './en-shared.ts'
import { sheetTexts } from './en-sheets.ts'
import { valueTexts } from './en-values.ts'

/** What both apps can be told by the server, and what both or the portal show. */
export const commonTexts: ReadonlySet<string> = new Set([
  ...declaredTexts,
  ...serverTexts,
  ...accessServerTexts,
  ...draftServerTexts,
  ...readingServerTexts,
  ...discussionServerTexts,
  ...opensServerTexts,
  ...digestServerTexts,
  ...shortcutServerTexts,
  ...answerServerTexts,
  ...valueTexts,
  ...sharedTexts,
  ...peopleTexts,
  ...portalTexts,
  ...previewTexts,
])

/** Every English text that a screen can show: the message id (T1) under which other languages have theirs. */
export const englishTexts: ReadonlySet<string> = new Set([
  ...declaredTexts,
  ...serverTexts,
  ...accessServerTexts,
  ...draftServerTexts,
  ...readingServerTexts,
  ...discussionServerTexts,
  ...opensServerTexts,
  ...digestServerTexts,
  ...shortcutServerTexts,
  ...answerServerTexts,
  ...reviewServerTexts,
  ...valueTexts,
  ...sharedTexts,
  ...adminTexts,
  ...auditTexts,
  ...checkpointTexts,
  ...draftTexts,
  ...readingTexts,
  ...discussionTexts,
  ...opensTexts,
  ...historyTexts,
  ...evidenceTexts,
  ...inboxTexts,
  ...listTexts,
  ...overviewTexts,
  ...peopleTexts,
  ...portalTexts,
  ...previewTexts,
  ...reviewTexts,
  ...scheduleTexts,
  ...sheetTexts,
])
