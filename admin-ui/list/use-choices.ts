import { useState } from 'react'
import type { Option } from '../../ui-shared/api/answers.ts'
import { t } from '../../ui-shared/i18n.ts'
import { mostOffered, useOptions, useOptionsOf } from './options.ts'

/** What can be chosen, what the chosen ones are called, and how to look for more where not all are there. */
export type Choices = { options: readonly Option[]; chosen: readonly Option[]; search?: (text: string) => void }

/** What a reference can be, with those that are held, also when no longer offered (E12); `names` are what the record itself knows. */
export const useChoices = (
  resource: string,
  held: readonly string[],
  names: ReadonlyMap<string, string> = new Map(),
): Choices => {
  const [keyword, setKeyword] = useState('')
  const first = useOptions(resource)
  const isMany = (first.data?.length ?? 0) > mostOffered
  const { data: found = [] } = useOptions(resource, isMany && keyword !== '', keyword)
  const offered = (isMany && keyword !== '' ? found : (first.data ?? [])).slice(0, mostOffered)
  const labels = new Map([...(first.data ?? []), ...offered].map(({ value, label }) => [String(value), label]))
  const strange = held.filter((id) => id !== '' && !labels.has(id))
  const asked = useOptionsOf(resource, isMany ? strange.filter((id) => /^\d+$/.test(id)) : [])
  for (const { value, label } of asked.data ?? []) labels.set(String(value), label)
  const isKnown = !first.isPending && (!isMany || strange.length === 0 || !asked.isPending)
  const chosen = held.flatMap((id) => {
    if (id === '') return []
    const name = names.get(id) ?? `#${id}`
    return [{ value: id, label: labels.get(id) ?? (isKnown ? t('{name}, no longer offered', { name }) : name) }]
  })
  if (isMany) return { options: offered, chosen, search: setKeyword }
  return { options: [...offered, ...chosen.filter(({ value }) => strange.includes(value))], chosen }
}
