import { it } from 'vitest'
import { attackedServer } from './attacked.ts'
import { letsInMeanwhile } from './flooded.ts'

const { place } = attackedServer()

it.each(['many names, one address', 'many names, many addresses'])(
  'lets in the right password of known and of new devices during a flood of %s',
  (name) => letsInMeanwhile(place(), name, { known: 3, strangers: 2 }),
  120_000,
)
