/** Whose work it is, from the widest to the closest: each level takes turns within the one before. */
export type Path = readonly string[]

type Waiting = { start(): void; refuse(): void }
type Line = {
  count(): number
  add(path: Path, waiting: Waiting): void
  first(): Waiting | undefined
  last(): Waiting | undefined
}

const plainLine = (): Line => {
  const all: Waiting[] = []
  return {
    count: () => all.length,
    add: (_path, waiting) => void all.push(waiting),
    first: () => all.shift(),
    last: () => all.pop(),
  }
}

/** Takes one of each by turns; who has just had theirs comes last. */
const lineByTurns = (levels: number): Line => {
  if (levels === 0) return plainLine()
  const lines = new Map<string, Line>()
  let count = 0
  const takenFrom = (key: string, line: Line, taken: Waiting | undefined): Waiting | undefined => {
    if (taken) count -= 1
    if (line.count() === 0) lines.delete(key)
    return taken
  }
  return {
    count: () => count,
    add: ([key = '', ...rest], waiting) => {
      const line = lines.get(key) ?? lineByTurns(levels - 1)
      lines.set(key, line)
      line.add(rest, waiting)
      count += 1
    },
    first: () => {
      const [next] = lines
      if (!next) return undefined
      const [key, line] = next
      lines.delete(key)
      lines.set(key, line)
      return takenFrom(key, line, line.first())
    },
    last: () => {
      const [longest] = [...lines].toSorted(([, one], [, other]) => other.count() - one.count())
      return longest && takenFrom(...longest, longest[1].last())
    },
  }
}

/** How many work and wait in a lane. `lanes` is how many there are, `levels` how long the paths are. */
export type TurnLimits = { atOnce: number; waiting: number; lanes: number; levels: number }

/**
 * Lets `atOnce` work; the others wait, those of an earlier lane before all of a later one, and in a lane by turns. Where too many wait,
 * the newest of whoever has most waiting is refused with what `refusal` makes, so that nobody is kept out by another's many.
 */
export const turns = ({ atOnce, waiting: mostWaiting, lanes: count, levels }: TurnLimits, refusal: () => Error) => {
  const lanes = Array.from({ length: count }, () => lineByTurns(levels))
  let working = 0

  const next = () => {
    if (working >= atOnce) return
    const waiting = lanes.find((lane) => lane.count() > 0)?.first()
    if (!waiting) return
    working += 1
    waiting.start()
  }

  return async <T>(path: Path, at: number, work: () => Promise<T>): Promise<T> => {
    const lane = lanes[at]
    if (!lane) throw new Error(`there is no lane ${at}`)
    await new Promise<void>((start, reject) => {
      lane.add(path, { start, refuse: () => reject(refusal()) })
      next()
      if (lane.count() > mostWaiting) lane.last()?.refuse()
    })
    try {
      return await work()
    } finally {
      working -= 1
      next()
    }
  }
}
