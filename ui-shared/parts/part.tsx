import { type ComponentType, lazy, useState } from 'react'

/**
 * A part of a screen whose code is loaded when it is first drawn, or before by `load`, which rejects when that fails. Loaded before, it is drawn
 * with what is around it: React suspends at a lazy component even if its code is there, and shows what replaces a fallback after 0.3 s.
 */
export const part = <P extends object>(fetch: () => Promise<ComponentType<P>>) => {
  let ready: ComponentType<P> | undefined
  const load = async () => {
    ready = await fetch()
    return ready
  }
  const Later: ComponentType<P> = lazy(async () => ({ default: await load() }))
  const Part = (props: P) => {
    // Once for each place: another component there would begin anew.
    const [Chosen] = useState(() => ready ?? Later)
    return <Chosen {...props} />
  }
  return { Part, load }
}
