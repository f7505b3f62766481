import { type Choices, useChoices } from '../../list/use-choices.ts'
import { namesIn } from './names.ts'
import type { WidgetProps } from './widget-props.ts'

/** What a reference of a form can be, with the ones that it holds. */
export const useFieldChoices = ({ field, form, path }: WidgetProps, held: readonly string[]): Choices => {
  const choices = useChoices(field.references ?? '', held, namesIn(form.row, path))
  // A record is no choice of its own.
  const own = field.references === form.resource.name ? form.row?.id : undefined
  return { ...choices, options: choices.options.filter(({ value }) => String(value) !== String(own)) }
}
