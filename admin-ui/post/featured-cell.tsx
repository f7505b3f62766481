import type { NameIn } from '../../domain/fields/values.ts'
import type { post } from '../../domain/resources/post.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { flagOf } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'
import { ownVerbs } from '../verbs/own-verbs.ts'
import { useVerb } from '../verbs/use-verb.ts'

/** Whether a post is featured, and which one the landing page shows; one click features it (D1). */
export const FeaturedCell: Cell = ({ row, resource }) => {
  const me = useMe()
  const { run, isBusy } = useVerb(resource)
  if (flagOf<NameIn<typeof post.fields>>(row, 'featured')) {
    const isLive = flagOf(row, 'isLive')
    return (
      <span className={isLive ? 'tag chosen' : 'tag'}>
        <Icon name="star" />
        {isLive ? t('Featured · on the landing page') : t('Featured')}
      </span>
    )
  }
  const feature = ownVerbs(resource, row, me).find(({ name }) => name === 'feature')
  if (!feature) return null
  return (
    <button
      type="button"
      className="tag ghost"
      // Not disabled: that would take the focus away.
      aria-disabled={isBusy}
      onClick={() => void (isBusy || run(row, feature))}
    >
      {t('Set As Featured')}
    </button>
  )
}
