import { useEffect, useEffectEvent, useState } from 'react'

const typingPause = 300

/** A box that answers each key at once; `onRest` is told the trimmed words when the typing rests. */
export const useTyping = (keyword: string, onRest: (keyword: string) => void) => {
  const [typed, setTyped] = useState(keyword)
  const follow = useEffectEvent(() => {
    if (typed.trim() !== keyword) onRest(typed.trim())
  })
  useEffect(() => setTyped(keyword), [keyword])
  useEffect(() => {
    const timer = setTimeout(() => follow(), typingPause, typed)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
