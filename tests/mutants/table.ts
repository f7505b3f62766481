import { around } from './around.ts'
import type { Mutant } from './mutant.ts'
import { reading } from './reading.ts'
import { waysIn } from './ways-in.ts'
import { writing } from './writing.ts'

/** Every fault, one at a time, each against a promise. */
export const mutants: readonly Mutant[] = [...writing, ...reading, ...around, ...waysIn]

/** How often a snippet stands in a text. */
export const placesOf = (text: string, snippet: string): number => text.split(snippet).length - 1
