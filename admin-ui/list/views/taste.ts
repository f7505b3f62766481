import { useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '../../../ui-shared/session/session.ts'

const tasteSchema = z.object({
  hidden: z.array(z.string()),
  isDense: z.boolean(),
  views: z.array(z.object({ name: z.string(), search: z.string() })),
})

/** How a person wants to see a list: columns left out, how close rows stand, and named views of its filters and order. */
export type Taste = z.infer<typeof tasteSchema>

const usual: Taste = { hidden: [], isDense: false, views: [] }

const read = (key: string): Taste => {
  try {
    return tasteSchema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return usual
  }
}

/** How the person who is signed in wants to see the list of a resource, kept on this device. */
export const useTaste = (resource: string) => {
  const key = `atrium.taste.${useMe()?.id}.${resource}`
  const [taste, setTaste] = useState(() => read(key))
  const keep = (next: Taste) => {
    setTaste(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage it holds as long as the page.
    }
  }
  return [taste, keep] as const
}
