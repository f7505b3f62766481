// In characters; more than a screen of each resource takes, and nothing beside the memory of a server.
const mostKept = 8_000_000

/**
 * Answers that were made since the read models last moved, each under a key of what was asked. The caller says where the read models stood once
 * the call had come in, so no answer is older than the call; null, for a standing that nobody knows, keeps nothing. Whoever asks for
 * the same meanwhile waits for the answer that is being made. One that is not lasting is answered to those alone.
 */
export const keptAnswers = <T>(
  lengthOf: (answer: T) => number,
  most = mostKept,
  isLasting: (answer: T) => boolean = () => true,
): ((readModelVersion: string | null, key: string, make: () => Promise<T>) => Promise<T>) => {
  let standing: string | null = null
  let kept = new Map<string, Promise<T>>()
  let length = 0

  return (readModelVersion, key, make) => {
    if (readModelVersion === null) return make()
    if (readModelVersion !== standing || length > most) {
      standing = readModelVersion
      kept = new Map()
      length = 0
    }
    const found = kept.get(key)
    if (found) return found
    const among = kept
    const made = make()
    among.set(key, made)
    made.then(
      (answer) => {
        if (!isLasting(answer)) among.delete(key)
        else if (among === kept) length += lengthOf(answer)
      },
      () => among.delete(key),
    )
    return made
  }
}
