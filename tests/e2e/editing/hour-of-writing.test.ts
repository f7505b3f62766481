import { expect, it } from 'vitest'
import { openStage } from '../../support/stage.ts'
import { writesFor } from './hour/hour.ts'

// Its long part writes for as long as HOUR_MINUTES says, from other seeds.
const stage = openStage()

it('finds everything where it was left in twenty acts of writing', async () => {
  expect(await writesFor(stage, 20_261_128, { acts: 20 })).toBeGreaterThanOrEqual(20)
}, 180_000)
