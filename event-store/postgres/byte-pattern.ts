/** A literal text, and behind it so many characters of a kind. */
export type Step = { text: Uint8Array; kind: Uint8Array; least: number; most: number }

/** A table of the bytes that a pattern for one character accepts. */
export const bytesLike = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(pattern.test(String.fromCharCode(byte))))

const none = new Uint8Array(256)

export const literal = (text: string): Step => ({ text: Buffer.from(text, 'latin1'), kind: none, least: 0, most: 0 })
export const some = (kind: Uint8Array, least: number, most: number): Step => ({
  text: Buffer.alloc(0),
  kind,
  least,
  most,
})

/** Where one step ends; -1 when the bytes are not like it. */
export const endOfStep = ({ text, kind, least, most }: Step, bytes: Uint8Array, at: number): number => {
  for (let place = 0; place < text.length; place += 1) if (bytes[at + place] !== text[place]) return -1
  const begin = at + text.length
  let end = begin
  while (end - begin < most && kind[bytes[end] ?? 0] === 1) end += 1
  return end - begin < least ? -1 : end
}

/** Where the steps of a pattern end when the bytes from `at` on are like it; -1 when they are not. Each step takes as much as it can. */
export const endOf = (steps: readonly Step[], bytes: Uint8Array, from: number): number => {
  let at = from
  for (let place = 0; place < steps.length && at >= 0; place += 1) {
    const step = steps[place]
    if (step) at = endOfStep(step, bytes, at)
  }
  return at
}
