import { SelectField } from '../../ui-shared/fields/select.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { Item, Line } from './stationery-queries.ts'

/** One line of a request: an item, how many of it in its own unit, and remarks. */
export const LineFields = ({
  line,
  place,
  items,
  isBusy,
  isChecked,
  onChange,
  onRemove,
}: {
  line: Line
  place: number
  items: readonly Item[]
  isBusy: boolean
  /** True once it was tried to send it: what is missing is said. */
  isChecked: boolean
  onChange: (change: Partial<Line>) => void
  onRemove: (() => void) | null
}) => {
  const { value, quantity, remarks } = line
  const wrong = (isMissing: boolean) => (isChecked && isMissing ? t('Please fill the required field.') : undefined)
  return (
    <fieldset className="request-line" disabled={isBusy}>
      <legend className="away">{t('Line {place}', { place })}</legend>
      <SelectField
        label={t('Item')}
        isRequired
        placeholder={t('Select an item')}
        options={items.map((item) => ({ value: String(item.value), label: item.name }))}
        value={value}
        error={wrong(value === '')}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <TextField
        label={t('Quantity')}
        isRequired
        inputMode="numeric"
        value={quantity}
        error={wrong(!/^[1-9]\d{0,3}$/.test(quantity))}
        onChange={(event) => onChange({ quantity: event.target.value.replace(/\D/g, '').slice(0, 4) })}
      />
      <TextField
        label={t('Unit')}
        isRequired
        readOnly
        value={items.find((item) => String(item.value) === value)?.unit ?? ''}
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
