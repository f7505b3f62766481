import { list, object } from '../fields/composite.ts'
import { integer, longText, text } from '../fields/field.ts'
import { moment } from '../fields/time.ts'
import { textOf } from '../json.ts'
import { Rejected } from '../rejected.ts'
import { unitLabels } from './stationery-units.ts'

const most = 9_999

/** How much of a line was delivered so far, in all parts. */
export const deliveredField = integer({ label: 'Delivered', min: 0, max: most, isRequired: false })

/** What was delivered, line by line and part by part, each with its moment and what staff noted with it. */
export const deliveries = list({
  label: 'Deliveries',
  isDerived: true,
  max: 10_000,
  of: object({
    label: 'Delivery',
    fields: {
      at: moment({ label: 'Date' }),
      item: text({ label: 'Item' }),
      delivered: deliveredField,
      unit: text({ label: 'Unit', max: 20, labels: unitLabels }),
      note: longText({ label: 'Note', isPersonal: true }),
    },
  }),
})

type Delivery = (typeof deliveries.initial)[number]
type Part = { id: number; delivered: number | null }
type Line = Part & { name: string; quantity: number | null; unit: string }
type Amounts = ReadonlyMap<number, number>

/** What a part brings of each line, by its id. A line that nothing is said of is not in it. */
export const amountsOf = (said: readonly Part[]): Amounts => {
  const amounts = new Map<number, number>()
  for (const { id, delivered: amount } of said) if (amount !== null) amounts.set(id, (amounts.get(id) ?? 0) + amount)
  return amounts
}

/** What is left to be delivered of each line. */
export const restOf = (lines: readonly Line[]): Amounts =>
  new Map(lines.map(({ id, quantity, delivered }) => [id, (quantity ?? 0) - (delivered ?? 0)]))

const linesWith = <L extends Line>(lines: readonly L[], amounts: Amounts): L[] =>
  lines.map((line) => {
    const amount = amounts.get(line.id)
    // A line of a declaration that knows nothing of deliveries stays as it is.
    return amount === undefined || !Object.hasOwn(line, 'delivered')
      ? line
      : { ...line, delivered: (line.delivered ?? 0) + amount }
  })

/** What one more part changes of a request: what it brings is added to what was delivered before. */
export const delivered = <L extends Line>(
  { lines, deliveries: known }: { lines: readonly L[]; deliveries: readonly Delivery[] },
  amounts: Amounts,
  { at, note }: { at: string; note: string },
): { lines: L[]; deliveries: Delivery[] } => {
  const more = lines.flatMap(({ id, name: item, unit }) => {
    const amount = amounts.get(id)
    // A line of a declaration of another time may lack its parts.
    return amount ? [{ at, item: textOf(item), delivered: amount, unit: textOf(unit), note }] : []
  })
  const told = more.map((part, index) => ({ id: known.length + index + 1, ...part }))
  return { lines: linesWith(lines, amounts), deliveries: [...known, ...told] }
}

/** True when this part is the last: all that was asked for is there with it. */
export const isComplete = (lines: readonly Line[], said: readonly Part[]): boolean => {
  const after = linesWith(lines, amountsOf(said))
  return after.length > 0 && after.every((line) => line.delivered === line.quantity)
}

/** @throws Rejected when a line gets more than is left of it, or nothing is delivered */
export const checkDelivered = (asked: readonly Line[], said: readonly Part[]): void => {
  const known = new Map(asked.map((line) => [line.id, line]))
  const [rest, amounts] = [restOf(asked), amountsOf(said)]
  for (const { id } of said) {
    const line = known.get(id)
    if (!line)
      throw new Rejected('{label} holds an entry that is not there any more', 'validation', {
        values: { label: 'Lines' },
      })
    if ((amounts.get(id) ?? 0) > (rest.get(id) ?? 0))
      throw new Rejected('Of {item}, {quantity} {unit} were asked for. Still to be delivered: {rest}.', 'rule', {
        values: { item: line.name, quantity: line.quantity ?? 0, unit: line.unit, rest: rest.get(id) ?? 0 },
      })
  }
  if (known.size > 0 && [...amounts.values()].every((amount) => !amount))
    throw new Rejected('Say what was delivered of at least one line.')
}
