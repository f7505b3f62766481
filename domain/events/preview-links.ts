import * as z from 'zod/mini'
import { type EventTypes, plainEvent } from '../event.ts'

const link = {
  /** The row that holds it; never the address. */
  link: z.string(),
  resource: z.string(),
  record: z.number(),
}

/** What the trail tells of links by which somebody without an account sees a draft (docs/decisions/content/0179). */
export const previewLinkEvents = {
  PreviewLinkMade: plainEvent({ ...link, until: z.string() }),
  PreviewLinkUsed: plainEvent(link),
  PreviewLinkRevoked: plainEvent(link),
} satisfies EventTypes

const action = 'Preview'

export const previewLinkFacts = {
  PreviewLinkMade: { action, says: '{plural}: a link for a preview was made, which ends {until}' },
  PreviewLinkUsed: { action, says: '{plural}: a draft was looked at by its link' },
  PreviewLinkRevoked: { action, says: '{plural}: a link for a preview was revoked' },
} satisfies Record<keyof typeof previewLinkEvents, { action: string; says: string }>

/** The hours that a link may last. */
export const previewHours = [1, 8, 24, 72, 168, 336] as const

/** How many links may last at once for one record. */
export const mostPreviewLinks = 20
