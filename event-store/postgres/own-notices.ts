// The notice of an append often is there a moment before its answer.
const patience = 5

/** Tells the notices of what others have appended from those of this process, whose subscriptions know already. `raise` is for the former. */
export const ownNotices = (raise: () => void) => {
  let own = 0n
  let held = 0n
  let appending = 0

  const release = () => {
    const isNew = held > own
    held = 0n
    if (isNew) raise()
  }

  return {
    /** @param notice the position of the last event that was appended; '' when some may have been missed */
    heard(notice = ''): void {
      if (notice === '') return raise()
      const position = BigInt(notice)
      // Whatever came before an event of this process is found on the way there.
      if (position <= own) return
      if (appending === 0) return raise()
      if (held === 0n) setTimeout(release, patience).unref()
      if (position > held) held = position
    },
    /** Appends. Meanwhile notices wait for a moment. */
    async during<T>(append: () => Promise<T>): Promise<T> {
      appending += 1
      try {
        return await append()
      } finally {
        appending -= 1
        release()
      }
    },
    /** Says where this process has written last. */
    wrote(head: bigint): void {
      own = head
    },
  }
}
