import type { Resource } from '../../domain/resource.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useTotals } from '../list/list-query.ts'
import { thingsOf } from '../list/verbs.ts'

/** How many comments there are, or that nobody can write any. */
export const CommentFacts = ({ resource }: { resource: Resource }) => {
  const config = useConfig()
  const { data } = useTotals(resource)
  if (config.comments === false) return t('Comments are switched off in the configuration.')
  return data ? t('{count} {things} found', { count: data.total, things: thingsOf(resource, data.total) }) : ' '
}
