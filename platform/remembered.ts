/** What follows from a declaration, which never changes: worked out when it is first asked for, and kept as long as the declaration. */
export const remembered = <K extends object, T>(work: (of: K) => T): ((of: K) => T) => {
  const known = new WeakMap<K, { result: T }>()
  return (of) => {
    const found = known.get(of) ?? { result: work(of) }
    known.set(of, found)
    return found.result
  }
}
