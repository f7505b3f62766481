/** How much is under way in a process, and whether it takes on more. */
export type Admission = {
  /** Whether one more of this sender would be answered soon. */
  hasRoom(sender: string): boolean
  /** Counts something of this sender as under way until `end`. */
  begin(sender: string): void
  end(sender: string): void
}

/**
 * Milliseconds: what has come before is to be done within `horizon`; how much that is follows from what was done in the last `sample`s in which
 * there was always something that had to wait. `usual` is taken for it before that; `least` and `most` are its bounds.
 */
const limits = { horizon: 80, sample: 250, waits: 16, usual: 192, least: 24, most: 1_000 }

// Nobody who has no more than this under way is refused for the many of others, until there is twice as much as there should be.
const share = 4

/**
 * Takes on as much as can be answered soon (Little's law: what may be under way is what is done in a time, as long as one may take), so that a
 * process that is offered more than it can do works at its full rate, answers without delay, and refuses the rest at once (OV-1).
 * @param now milliseconds
 */
export const openAdmission = (now: () => number = () => performance.now()): Admission => {
  const senders = new Map<string, number>()
  let [underWay, room]: [number, number] = [0, limits.usual]
  let sample = { began: now(), done: 0, least: 0 }

  const look = () => {
    const at = now()
    const milliseconds = at - sample.began
    if (milliseconds < limits.sample) return
    const measured = (sample.done * limits.horizon) / milliseconds
    const next = sample.least < limits.waits ? drifted(room) : (room + measured) / 2
    room = Math.min(limits.most, Math.max(limits.least, next))
    sample = { began: at, done: 0, least: underWay }
  }

  return {
    hasRoom: (sender) => {
      look()
      return underWay < room || (underWay < 2 * room && (senders.get(sender) ?? 0) < share)
    },
    begin: (sender) => {
      underWay += 1
      senders.set(sender, (senders.get(sender) ?? 0) + 1)
    },
    end: (sender) => {
      underWay -= 1
      sample.done += 1
      sample.least = Math.min(sample.least, underWay)
      const left = (senders.get(sender) ?? 0) - 1
      if (left > 0) senders.set(sender, left)
      else senders.delete(sender)
    },
  }
}

// While there is little to do nothing is learned: what was slow an hour ago need not be so now.
const drifted = (room: number): number => Math.max(room, Math.min(limits.usual, room * 1.05))
