import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { SuggestBox } from '../../ui-shared/fields/suggest-box.tsx'
import { t } from '../../ui-shared/i18n.ts'

const actorsSchema = z.object({ data: z.array(z.object({ value: z.string(), label: z.string(), type: z.string() })) })

const actorsQuery = (query: { keyword: string } | { actor: string }) =>
  queryOptions({
    queryKey: ['actors', query],
    queryFn: ({ signal }) => api.get('/utility/getActors', { query, as: actorsSchema, signal }),
    staleTime: 30_000,
  })

const kinds: Readonly<Record<string, string>> = { user: 'User', employee: 'Employee' }

/** Who did it: somebody found by name or address. `actor` is what the address holds (`user-7`), empty for everybody. */
export const ActorFilter = ({ actor, onChange }: { actor: string; onChange: (actor: string) => void }) => {
  const client = useQueryClient()
  const id = useId()
  const { data } = useQuery({ ...actorsQuery({ actor }), enabled: actor !== '' })
  // What nobody is called stands as it is: the work of a job, or somebody whose name is gone.
  const chosen = actor && (data?.data[0]?.label ?? actor)
  const [text, setText] = useState(chosen)
  useEffect(() => setText(chosen), [chosen])
  const find = async (keyword: string) => {
    const found = await client.fetchQuery({ ...actorsQuery({ keyword }), retry: false })
    return found.data.map(({ value, label, type }) => ({ value, label, note: t(kinds[type] ?? type) }))
  }
  return (
    <div className="who">
      <span id={`${id}label`} className="away">
        {t('Committed By')}
      </span>
      <SuggestBox
        id={id}
        labelId={`${id}label`}
        name="actor"
        placeholder={t('Anybody')}
        text={text}
        find={find}
        onText={(next) => {
          setText(next)
          if (next === '' && actor !== '') onChange('')
        }}
        onChoose={({ value, label }) => {
          setText(label)
          onChange(value)
        }}
        onLeave={() => setText(chosen)}
      />
    </div>
  )
}
