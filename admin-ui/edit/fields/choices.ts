import type { Option } from '../../../ui-shared/api/answers.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { useOptions } from '../../list/options.ts'
import { namesIn } from './names.ts'
import type { WidgetProps } from './widget-props.ts'

/** What a reference can be. What is held stays held, also when it is no longer offered (spec/decisions E12). */
export const useChoices = ({ field, form, path }: WidgetProps, held: readonly string[]): Option[] => {
  const { data = [], isPending } = useOptions(field.references ?? '')
  const names = namesIn(form.row, path)
  const offered = new Set(data.map(({ value }) => String(value)))
  const others = held.filter((id) => id !== '' && !offered.has(id))
  return [
    ...data,
    ...others.map((id) => {
      const name = names.get(id) ?? `#${id}`
      return { value: Number(id), label: isPending ? name : t('{name}, no longer offered', { name }) }
    }),
  ]
}
