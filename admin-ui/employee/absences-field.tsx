import { dayIn } from '../../domain/people/days.ts'
import { isObject, textOf } from '../../domain/json.ts'
import { siteZone } from '../../ui-shared/date.tsx'
import { shownMoment } from '../../ui-shared/moment.ts'
import { asItems, asParts } from '../edit/fields/field-values.ts'
import { ListField } from '../edit/fields/list-field.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'
import { listOf } from '../list/row.ts'

const today = () => dayIn(new Date(), siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone)

// Of the record as it was loaded: what is typed just now may be a day that is over.
const overIn = ({ form: { row }, path }: WidgetProps): ReadonlySet<unknown> => {
  const held = row && shownMoment() === null ? listOf(row, path) : []
  const day = today()
  return new Set(held.flatMap((one) => (isObject(one) && textOf(one.until) < day ? [one.id] : [])))
}

/** The absences that are not over; a change of these leaves the others out. */
export const AbsencesField = (props: WidgetProps) => {
  const over = overIn(props)
  return <ListField {...props} value={asItems(props.value).filter((one) => !over.has(asParts(one).id))} />
}
