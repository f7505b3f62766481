import { type ComponentType, lazy, startTransition, useEffect, useState } from 'react'

// A tab in the background paints nothing.
const patience = 300

let isPainted = false

const nextPaint = async (): Promise<void> => {
  await new Promise((resolve) => {
    setTimeout(resolve, patience)
    requestAnimationFrame(() => {
      // What is drawn from here on is seen with the paint after this one.
      awaited = undefined
      setTimeout(resolve)
    })
  })
  isPainted = true
}

let awaited: Promise<void> | undefined

/** Resolves once what is being drawn now can be seen. */
export const painted = (): Promise<void> => {
  awaited ??= nextPaint()
  return awaited
}

/**
 * A part that no first screen waits for: where it is drawn with one, its code is asked for behind the first paint, later when it is first drawn.
 */
export const late = <P extends object>(fetch: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    if (!isPainted) await painted()
    return { default: await fetch() }
  })

/** False while a first screen is drawn, true a moment after it can be seen: what lies below what a window shows is drawn then. */
export const useIsPainted = (): boolean => {
  const [isOver, setOver] = useState(isPainted)
  useEffect(() => {
    if (!isOver) void painted().then(() => startTransition(() => setOver(true)))
  }, [isOver])
  return isOver
}
