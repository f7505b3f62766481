import * as z from 'zod/mini'
import { anything } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { keepOnDevice, keptOnDevice } from '../../ui-shared/kept/on-device.ts'

const place = 'opened-today'
const noteSchema = z.object({ day: z.string(), posts: z.array(z.number()) })

const noted = (day: string): readonly number[] => {
  try {
    const note = noteSchema.parse(JSON.parse(keptOnDevice(place) ?? ''))
    return note.day === day ? note.posts : []
  } catch {
    return []
  }
}

/** Notes on this device that a post was opened today; true for the first time. Notes go with the day, and with the sign-in. */
const isFirstToday = (post: number): boolean => {
  const day = new Date().toDateString()
  const posts = noted(day)
  if (posts.includes(post)) return false
  keepOnDevice(place, JSON.stringify({ day, posts: [...posts, post] }))
  // Where the browser keeps nothing, every time would be the first.
  return noted(day).includes(post)
}

/** Tells the server that a post was opened: a number, without who. Nobody waits for it, and nobody is told when it fails. */
export const countOpen = (post: number): void => {
  const body = { isFirst: isFirstToday(post) }
  api.post(`/post/${post}/open`, { body, as: anything }).catch(() => undefined)
}
