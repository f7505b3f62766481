import { writesAtRandom } from './editor/written-at-random.ts'

// The first of what editor-random.long.test.ts writes.
writesAtRandom(60, [1])
