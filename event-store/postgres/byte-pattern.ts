/** A literal text, or so many characters of a kind. */
export type Step = { text: Uint8Array } | { kind: Uint8Array; least: number; most: number }

/** A table of the bytes that a pattern for one character accepts. */
export const bytesLike = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(pattern.test(String.fromCharCode(byte))))

export const literal = (text: string): Step => ({ text: Buffer.from(text, 'latin1') })
export const some = (kind: Uint8Array, least: number, most: number): Step => ({ kind, least, most })

const isAt = (bytes: Uint8Array, at: number, text: Uint8Array): boolean => {
  for (let place = 0; place < text.length; place += 1) if (bytes[at + place] !== text[place]) return false
  return true
}

/** Where the steps of a pattern end when the bytes from `at` on are like it; -1 when they are not. Each step takes as much as it can. */
export const endOf = (steps: readonly Step[], bytes: Uint8Array, from: number): number => {
  let at = from
  for (const step of steps) {
    if ('text' in step) {
      if (!isAt(bytes, at, step.text)) return -1
      at += step.text.length
      continue
    }
    const begin = at
    while (at - begin < step.most && step.kind[bytes[at] ?? 0] === 1) at += 1
    if (at - begin < step.least) return -1
  }
  return at
}
