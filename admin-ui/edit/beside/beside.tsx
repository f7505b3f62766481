import { useQueryClient } from '@tanstack/react-query'
import { isStaff } from '../../../domain/person.ts'
import { currentLocale, t } from '../../../ui-shared/i18n.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { useHistory } from '../history/use-history.ts'
import { usePresent } from './use-present.ts'

/** Who else has the form of a record open. */
export const AlsoOpen = ({ resource, id }: { resource: string; id: number }) => {
  const names = usePresent(resource, id)
  return (
    <p className="beside" role="status">
      {names.length > 0 && t('Also open with {names}', { names: new Intl.ListFormat(currentLocale()).format(names) })}
    </p>
  )
}

/** Says that others have saved the record since it was read (`version`); a form without changes can be read anew. */
export const Meanwhile = ({
  resource,
  id,
  version,
  isChanged,
}: {
  resource: string
  id: number
  version: number
  isChanged: boolean
}) => {
  const me = useMe()
  const client = useQueryClient()
  const { data: entries = [] } = useHistory(resource, id)
  const theirs = entries.find(
    ({ version: at, actor }) => at > version && actor && !(isStaff(actor) && actor.id === me?.id),
  )
  return (
    <div role="status">
      {theirs && (
        <div className="notice">
          <span>
            {t('Changed by {name} meanwhile.', { name: theirs.actor?.name ?? '' })}
            {isChanged && ` ${t('Saving brings both together.')}`}
          </span>
          {!isChanged && (
            <button
              type="button"
              className="btn small end"
              onClick={() => void client.resetQueries({ queryKey: [resource, 'record'] })}
            >
              {t('Load again')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
