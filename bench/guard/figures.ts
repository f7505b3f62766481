import type { Figure } from './figure.ts'
import { imports } from './imports.ts'
import { reads } from './reads.ts'
import { replay } from './replay.ts'
import { service } from './service.ts'
import { writes } from './writes.ts'

/** Everything that `npm run bench` measures, in this order: what writes comes after what reads. */
export const figures: readonly Figure[] = [...reads, ...service, ...replay, ...writes, ...imports]
