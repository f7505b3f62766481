import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../ui-shared/api/client.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { SuggestBox } from '../../../ui-shared/fields/suggest-box.tsx'
import type { Suggestion } from '../../../ui-shared/fields/suggest.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { rowsSchema, titleOf } from '../../list/row.ts'
import type { ResourceEntry } from '../../resource-entry.ts'
import { entries } from '../../resources.ts'
import { asText } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const mostOfEach = 5

/** Records of a resource that have a page in the portal, with its address. */
const pagesOf = async ({ name, label, pageAt = '/' }: ResourceEntry, keyword: string): Promise<Suggestion[]> => {
  const query = { keyword, status: 'active', per_page: mostOfEach }
  const found = await api.get(`/${name}`, { query, as: rowsSchema })
  return found.data.map((row) => ({ value: `${pageAt}${row.slug}`, label: titleOf(row), note: t(label) }))
}

// Of an address of the site its last part is what a page can be found by; of others nothing is.
const keywordOf = (typed: string): string =>
  /^(https?:|mailto:|tel:|\/\/)/i.test(typed) ? '' : (typed.split('/').at(-1) ?? '')

/**
 * An address: any that the field takes, with the pages of the portal suggested by their names.
 * @param placeholder what it means to leave it empty
 */
export const LinkWidget = ({ placeholder, ...props }: WidgetProps & { placeholder?: string }) => {
  const me = useMe()
  const client = useQueryClient()
  const frame = frameOf(props)
  const find = async (typed: string) => {
    const keyword = keywordOf(typed)
    if (keyword === '') return []
    const named = entries.filter(({ pageAt, area }) => pageAt !== undefined && can(me, `r-${area}`))
    const found = await client.fetchQuery({
      queryKey: ['suggested pages', keyword],
      queryFn: () => Promise.all(named.map((entry) => pagesOf(entry, keyword))),
      staleTime: 30_000,
      retry: false,
    })
    return found.flat()
  }
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <SuggestBox
          {...{ id, labelId, find }}
          describedBy={ties['aria-describedby']}
          isInvalid={ties['aria-invalid'] === true}
          isRequired={frame.isRequired ?? false}
          isDisabled={props.isDisabled}
          isReadOnly={props.form.isBusy}
          isFree
          name={props.path}
          inputMode="url"
          placeholder={placeholder}
          text={asText(props.value)}
          onText={props.onChange}
          onChoose={({ value }) => props.onChange(value)}
        />
      )}
    </Field>
  )
}
