import type { Actor } from '../../domain/event.ts'
import type { Message } from '../../domain/message.ts'

type Sent = Readonly<Record<string, unknown>>

/** One command of a job. `version` is the one it was made for; an item that undoes goes back from there to version `since`. */
export type Item = {
  index: number
  resource: string
  record: number | null
  verb: string
  sent: Sent | null
  version: number | null
  since: number | null
}

/** What came of an item. `since` and `version` are the record's versions before and after, null when nothing changed. */
export type Result = {
  index: number
  state: 'done' | 'unchanged' | 'refused'
  message: Message | null
  since: number | null
  version: number | null
}

export type JobState = 'waiting' | 'running' | 'done' | 'cancelled'

/** A job as its owner sees it. `done` counts what was found as wanted (`unchanged`) too; `position` is its last event's. */
export type Job = {
  id: string
  verb: string
  resource: string
  undoes: string | null
  undoneBy: string | null
  isDryRun: boolean
  state: JobState
  startsAt: Date
  finishedAt: Date | null
  total: number
  done: number
  unchanged: number
  failed: number
  position: string | null
}

/** What is asked of `start`: commands in order, by one person or the system. */
export type NewJob = {
  id: string
  actor: Actor
  verb: string
  resource: string
  items: readonly Omit<Item, 'index'>[]
  undoes?: string
  isDryRun?: boolean
  isSilent?: boolean
  /** True when nothing is to be done unless everything can be: all is checked, and unique values are held, beforehand. */
  isAtomic?: boolean
  startsAt?: Date
  correlationId?: string
  /** Of unfinished jobs with the same there is one at a time. */
  turn?: string
}

/** A job that a process works on. `run` counts the processes that did: only the last one may write. */
export type Taken = {
  id: string
  person: string
  isUndo: boolean
  isDryRun: boolean
  isSilent: boolean
  isCancelled: boolean
  isUnchecked: boolean
  isAtomic: boolean
  isScheduled: boolean
  correlationId: string | null
  cursor: number
  run: number
}
