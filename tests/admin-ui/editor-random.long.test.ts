import { writesAtRandom } from './editor/written-at-random.ts'

// A full round is EDITOR_SEEDS=100; EDITOR_FIRST_SEED starts elsewhere, to repeat one run or to take turns.
const first = Number(process.env.EDITOR_FIRST_SEED ?? 1)

writesAtRandom(
  500,
  Array.from({ length: Number(process.env.EDITOR_SEEDS ?? 2) }, (_, index) => first + index),
)
