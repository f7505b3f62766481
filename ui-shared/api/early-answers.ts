import type { Incoming } from './wire.ts'

declare global {
  /** What the page itself began to read, by addresses (`public/early-v4.js`); undefined where that script was lost. */
  var earlyAnswers: Map<string, Promise<Incoming>> | undefined
}

/** True while the answer to a read that the page itself began waits for whoever asks for it. */
export const isEarly = (url: string): boolean => globalThis.earlyAnswers?.has(url) ?? false

/** That answer, for whoever asks first; undefined where the page began no such read, and for later ones. */
export const takeEarly = (url: string): Promise<Incoming> | undefined => {
  const answer = globalThis.earlyAnswers?.get(url)
  globalThis.earlyAnswers?.delete(url)
  return answer
}
