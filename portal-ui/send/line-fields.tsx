import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { ItemField } from './item-field.tsx'
import { type Item, type Line, notAQuantity, quantityOf } from './stationery-queries.ts'

/** One line of a request: an item, how many of it in its own unit, and remarks. */
export const LineFields = ({
  line,
  place,
  items,
  usual,
  isBusy,
  isChecked,
  isAdded,
  onChange,
  onRemove,
}: {
  line: Line
  place: number
  items: readonly Item[]
  /** Those that were asked for before. */
  usual: readonly Item[]
  isBusy: boolean
  /** True once it was tried to send it: what is missing is said. */
  isChecked: boolean
  /** True for a line that was just asked for: its item is chosen at once. */
  isAdded: boolean
  onChange: (change: Partial<Line>) => void
  onRemove: (() => void) | null
}) => {
  const { value, quantity, remarks } = line
  const missing = (text: string) => (text.trim() === '' ? t('Please fill the required field.') : undefined)
  const notOne = quantityOf(line) === null ? notAQuantity() : undefined
  return (
    <fieldset className="request-line" disabled={isBusy}>
      <legend className="away">{t('Line {place}', { place })}</legend>
      <ItemField
        {...{ items, usual, value, isAdded }}
        error={isChecked ? missing(value) : undefined}
        onChange={(chosen) => onChange({ value: chosen, ...(quantity.trim() === '' ? { quantity: '1' } : {}) })}
      />
      <TextField
        label={t('Quantity')}
        isRequired
        inputMode="numeric"
        value={quantity}
        dir="auto"
        maxLength={40}
        error={isChecked ? (missing(quantity) ?? notOne) : undefined}
        onChange={(event) => onChange({ quantity: event.target.value })}
      />
      <TextField
        label={t('Unit')}
        isRequired
        readOnly
        value={say(items.find((item) => String(item.value) === value)?.unit ?? '')}
      />
      <TextField
        label={t('Remarks')}
        maxLength={255}
        value={remarks}
        onChange={(event) => onChange({ remarks: event.target.value })}
      />
      <button
        type="button"
        className="btn bare"
        aria-label={t('Remove line {place}', { place })}
        disabled={onRemove === null}
        onClick={onRemove ?? undefined}
      >
        <Icon name="trash" />
      </button>
    </fieldset>
  )
}
