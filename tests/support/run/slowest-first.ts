import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowest } from './slowest.ts'

const places = new Map(slowest.map((file, place) => [file, place]))

/**
 * The files of `slowest` first, in its order, so that no worker begins a long one while the others have nothing left. The rest by
 * name: vitest's own order follows a cache that a clean clone does not have.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
    const placeOf = (file: TestSpecification) => places.get(nameOf(file)) ?? places.size
    return files.toSorted((one, other) => placeOf(one) - placeOf(other) || nameOf(one).localeCompare(nameOf(other)))
  }
}
