import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useTyping } from '../list/use-typing.ts'
import { declarationOfKind } from './kinds.ts'
import type { ChangeLog } from './log-state.ts'

type Props = { resource: string; field: string; value: string; change: ChangeLog }

/** A field of a kind of record, and what it was changed to. */
export const LogFieldFilter = ({ resource, field, value, change }: Props) => {
  const { data } = useQuery({
    queryKey: ['declaration', resource],
    queryFn: () => declarationOfKind(resource),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [typed, setTyped] = useTyping(value, (next) => change({ value: next }, true))
  const fields = Object.entries(data?.fields ?? {}).filter(
    ([, { kind, isInternal }]) => kind !== 'secret' && isInternal !== true,
  )
  // What is personal is found by nobody: by its value neither.
  const isSought = data?.fields[field]?.isPersonal === false
  return (
    <>
      <Select
        aria-label={t('Field')}
        placeholder={t('Any field')}
        options={fields.map(([name, { label }]) => ({ value: name, label: t(label) }))}
        value={field}
        onChange={(event) => change({ field: event.target.value, value: '' })}
      />
      {isSought && (
        <input
          className="in"
          type="search"
          name="value"
          value={typed}
          placeholder={t('Changed to…')}
          aria-label={t('Changed to')}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </>
  )
}
