import content from './content/submissions.json' with { type: 'json' }

/** A step that staff take, or the sender themselves: how many days ago, and what is said. `delivered` counts the lines in their order. */
export type Step = {
  verb: string
  days: number
  note?: string
  delivered?: readonly number[]
  isOwn?: boolean
}

type Sent = { by: string; days: number; steps?: readonly Step[] }
type StationeryRequest = Sent & { lines: readonly { item: string; quantity: number; remarks?: string }[] }
type Message = Sent & { subject: string; message: string }
/** `job` is the name of the page. */
type Application = Sent & { job: string; reason: string }

/** Stationery that the demo company's employees asked for, in every stage. */
export const stationeryRequests: readonly StationeryRequest[] = content.stationery

/** What they wrote to the ISO Center. */
export const messages: readonly Message[] = content.messages

/** Whom it draws to other places of the house. */
export const applications: readonly Application[] = content.applications
