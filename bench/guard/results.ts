import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Measured } from './figure.ts'

/** A run of `npm run bench`: when, of what, and each figure by its name. */
export type Result = {
  at: string
  commit: string
  node: string
  cores: number
  posts: number
  figures: Readonly<Record<string, Measured>>
}

const folder = join(import.meta.dirname, '..', 'results')
const kept = 3
/** The share by which a figure may be slower than in the run before. */
export const tolerance = 0.15

const names = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : []

/** The runs that are kept, the oldest first. */
export const results = (): Result[] => names().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))

/** A result of now. */
export const resultOf = (posts: number, figures: Result['figures']): Result => ({
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  node: process.version,
  cores: availableParallelism(),
  posts,
  figures,
})

/** Writes a result beside the two before it, whose successor is the oldest's end; answers where. */
export const keep = (result: Result): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${result.at.slice(0, 19).replaceAll(':', '-')}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  for (const name of names().slice(0, -kept)) rmSync(join(folder, name))
  return file
}

/** How fast a figure is: beside the bare handler where there is one, so that another machine's speed counts for nothing. */
const speedOf = ({ ours, ratio }: Measured): number => ratio ?? 1 / ours

/** What became slower by more than the tolerance, in sentences. Figures that only one of the two has are not compared. */
export const slowerThan = (before: Result, now: Result): string[] =>
  Object.entries(now.figures).flatMap(([name, measured]) => {
    const earlier = before.figures[name]
    if (!earlier || speedOf(measured) >= speedOf(earlier) * (1 - tolerance)) return []
    const [was, is] = [earlier.ratio ?? earlier.ours, measured.ratio ?? measured.ours]
    return [`${name}: ${is} after ${was}${measured.ratio === undefined ? ` ${measured.unit}` : ' of the bare handler'}`]
  })
