import { Link } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { amid, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { EmptyState } from '../../ui-shared/states.tsx'
import { type ListState, whyEmpty } from './use-list-state.ts'

/** An empty list: nothing there yet, nothing in Trash, or nothing that matches. */
export const ListEmpty = ({
  resource,
  state,
  onClear,
}: {
  resource: Resource
  state: ListState
  onClear: () => void
}) => {
  const me = useMe()
  const many = t(resource.plural)
  const why = whyEmpty(state)
  if (why === 'empty trash') return <EmptyState title={t('Trash is empty')} />
  if (why === 'no match') {
    return (
      <EmptyState
        title={t('No {many} match', { many })}
        action={
          <button type="button" className="btn" onClick={onClear}>
            {t('Clear the filters')}
          </button>
        }
      >
        {t('Try other words or fewer filters.')}
      </EmptyState>
    )
  }
  const thing = amid(t(resource.label))
  return (
    <EmptyState
      title={t('No {many} yet', { many })}
      action={
        can(me, `c-${resource.area}`) && (
          <Link className="btn go" to={`/dashboard/${resource.name}/create`}>
            {t('Add {thing}', { thing })}
          </Link>
        )
      }
    />
  )
}
