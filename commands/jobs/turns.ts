// Of all people together; who has none under way may begin one beyond it, so that nobody waits for what others began.
const usualAtOnce = 4
const mostAtOnce = 16
// A long one does not keep its owner from a short one.
const ownAtOnce = 2
// Somebody at a screen begins fewer in this time; whoever begins more has one at a time, with few of its items beside each other.
const [manyBegun, within] = [3, 10_000]
const fewLanes = 2

export type Turns = {
  /** True when a job of this person may begin in this process now. */
  mayBegin(person: string): boolean
  /** Notes that one has begun; answers the way to say that it has ended. */
  begin(person: string): () => void
  /** How many items of one of their jobs run beside each other, at most. */
  lanes(person: string): number
}

/** Shares what this process can do between those who have begun jobs (docs/decisions/engine/0007). `now` in milliseconds. */
export const jobTurns = (now = () => performance.now()): Turns => {
  const underWay: string[] = []
  const begun = new Map<string, number[]>()

  const lately = (person: string): number[] => (begun.get(person) ?? []).filter((at) => at > now() - within)
  const isMany = (person: string): boolean => lately(person).length > manyBegun

  const forgetOld = () => {
    for (const person of begun.keys()) if (lately(person).length === 0) begun.delete(person)
  }

  return {
    mayBegin: (person) => {
      const own = underWay.filter((one) => one === person).length
      if (own === 0) return underWay.length < mostAtOnce
      return own < (isMany(person) ? 1 : ownAtOnce) && underWay.length < usualAtOnce
    },
    begin: (person) => {
      forgetOld()
      underWay.push(person)
      begun.set(person, [...lately(person), now()])
      return () => void underWay.splice(underWay.indexOf(person), 1)
    },
    lanes: (person) => (isMany(person) ? fewLanes : Number.POSITIVE_INFINITY),
  }
}
