import { useConfig } from '../../../ui-shared/config/use-config.ts'
import { currencyOf, formatDecimal } from '../../../ui-shared/fields/decimal.ts'
import type { CellProps } from './cell-props.ts'

/** A number with its decimal places, or an amount in the currency of the site. */
export const DecimalCell = ({ row, name, field }: CellProps) => {
  const currency = currencyOf(useConfig())
  const value = row[name]
  return typeof value === 'number' ? formatDecimal(value, field, currency) : ''
}
