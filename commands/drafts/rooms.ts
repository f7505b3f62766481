import type { Pool } from 'pg'
import type { Resource } from '../../domain/resource.ts'
import type { ContentCleaner } from '../../platform/content/cleaner.ts'
import type { PersonalKeys } from '../../platform/personal-keys.ts'
import type { Audit } from '../audit.ts'
import { cleanWith } from '../clean.ts'
import { openListViews } from '../list-views/list-views.ts'
import { openPreviewLinks } from '../preview-links/preview-links.ts'
import { openDrafts } from './drafts.ts'

type Parts = {
  pool: Pool
  keys: PersonalKeys
  resources: readonly Resource[]
  cleaner: ContentCleaner
  audit: Audit
  now: () => Date
}

/** What people type and did not save yet, the links by which they show it, and the views of lists that they share. */
export const openDraftRooms = ({ pool, keys, resources, cleaner, audit, now }: Parts) => ({
  drafts: openDrafts({ pool, keys, clean: cleanWith(cleaner), resources }),
  previewLinks: openPreviewLinks({ pool, audit, now }),
  listViews: openListViews({ pool, audit }),
})
