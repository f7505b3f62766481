import type { StationeryUnit } from '../../domain/shapes/stationery-units.ts'
import content from './content/stationery.json' with { type: 'json' }

/** What a new Atrium offers under stationery, by unit (W7, T15). */
const byUnit: Readonly<Record<StationeryUnit, readonly string[]>> = content

/** Every item once, with the unit that it is counted in. */
export const stationeryItems: readonly { name: string; unit: string }[] = Object.entries(byUnit).flatMap(
  ([unit, names]) => names.map((name) => ({ name, unit })),
)
