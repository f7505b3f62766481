import { expect, it } from 'vitest'
import { openStage } from '../../support/stage.ts'
import { writesFor } from './hour/hour.ts'

const stage = openStage()
const minutes = Number(process.env.HOUR_MINUTES ?? 5)
const seed = Number(process.env.HOUR_SEED ?? Date.now() % 1_000_000)

it(
  `finds everything where it was left in ${minutes} minutes of writing from seed ${seed}`,
  async () => {
    const acts = await writesFor(stage, seed, { minutes })
    console.log(`${acts} acts from seed ${seed}`)
    expect(acts).toBeGreaterThan(minutes)
  },
  minutes * 60_000 + 120_000,
)
