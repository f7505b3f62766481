import { Suspense } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { reviewed } from '../../domain/review/reviewed.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { flagOf, type Row, textOf } from '../list/row.ts'
import { late } from '../../ui-shared/parts/late.ts'

// Only where it takes a second pair of eyes.
const Waits = late(async () => (await import('../review/waits.tsx')).Waits)

const wordOf = ({ publishing }: Resource, row: Row): string | false => {
  if (!publishing || !row.deletedAt) return false
  const at = textOf(row, publishing.at ?? '')
  return at ? t('Scheduled for {at}', { at: formatDateTime(at) }) : flagOf(row, publishing.draft) && t('Draft')
}

/** Says of an inactive record that it is a draft, or when it is published; and of any that it waits for review. */
export const PublishingWord = ({ resource, row }: { resource: Resource; row: Row }) => {
  const word = wordOf(resource, row)
  return (
    <>
      {word && <span className="tag">{word}</span>}
      {can(useMe(), reviewed) && (
        <Suspense>
          <Waits {...{ resource, row }} />
        </Suspense>
      )}
    </>
  )
}
