import { type Asking, readTiles, TreeIncomplete, tileWidth } from './tiles.ts'

const mostKept = 64

/** Where the leaves of the first `size` events are, by the positions of their events; tiles of the last look-ups are kept. */
export const leafFinder = (client: Asking, size: number) => {
  const tiles = new Map<number, Promise<readonly bigint[]>>()

  const read = async (index: number): Promise<readonly bigint[]> => {
    const [tile] = await readTiles(client, 0, index, 1)
    if (!tile) throw new TreeIncomplete(`tile 0/${index}`)
    return tile.positions
  }

  const positionAt = async (leaf: number): Promise<bigint> => {
    const index = Math.floor(leaf / tileWidth)
    if (tiles.size > mostKept) tiles.clear()
    const reading = tiles.get(index) ?? read(index)
    tiles.set(index, reading)
    const position = (await reading)[leaf % tileWidth]
    if (position === undefined) throw new TreeIncomplete(`the position of leaf ${leaf}`)
    return position
  }

  /** The first leaf whose position fulfils a condition that holds for all after it; `size` when there is none. Some twenty reads of a million. */
  const firstWhere = async (holds: (position: bigint) => boolean | Promise<boolean>): Promise<number> => {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (await holds(await positionAt(middle))) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    /** The position of a leaf's event. @throws TreeIncomplete */
    positionAt,
    firstWhere,
    /** The leaf of an event; null when the tree has none of this position. @throws TreeIncomplete */
    leafOf: async (position: bigint): Promise<number | null> => {
      const leaf = await firstWhere((one) => one >= position)
      return leaf < size && (await positionAt(leaf)) === position ? leaf : null
    },
  }
}

export type LeafFinder = ReturnType<typeof leafFinder>
