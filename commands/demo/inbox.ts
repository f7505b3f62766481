import type { Actor } from '../../domain/event.ts'
import { jobApplication } from '../../domain/resources/job_application.ts'
import { request } from '../../domain/resources/request.ts'
import type { senderFields } from '../../domain/shapes/submission.ts'
import type { Values } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import { loadRecord } from '../record.ts'
import type { Act, Make } from './making.ts'
import type { Employed } from './people.ts'
import { stationeryItems } from './stationery.ts'
import { applications, messages, stationeryRequests, type Step } from './submissions.ts'

type Sender = { actor: Actor; supplied: Omit<Values<typeof senderFields>, 'author'> }

type Parts = {
  log: Log
  make: Make
  act: Act
  employed: ReadonlyMap<string, Employed>
  jobs: ReadonlyMap<string, number>
}

const itemOf = (name: string) => {
  const index = stationeryItems.findIndex((item) => item.name === name)
  const item = stationeryItems[index]
  if (!item) throw new Error(`there is no stationery of the name ${name}`)
  return { item: index + 1, ...item }
}

// The user who makes the demo company's steps in the back office is its first.
const staff: Actor = { type: 'user', id: 1 }

// The lines as they were kept, under the ids that they were given.
const linesOf = async (log: Log, id: number) => (await loadRecord(log, request, id)).state.values.lines

/** What employees of the demo company sent, and what became of it. */
export const seedInbox = async ({ log, make, act, employed, jobs }: Parts): Promise<void> => {
  const senderOf = (name: string): Sender => {
    const sender = employed.get(name)
    if (!sender) throw new Error(`nobody of the demo company is called ${name}`)
    const { id, fullname, title, division, departement } = sender
    return { actor: { type: 'employee', id }, supplied: { employee_name: fullname, title, division, departement } }
  }
  const send = async (
    resource: Resource,
    by: string,
    steps: readonly Step[],
    begin: (sender: Sender) => Promise<number>,
  ) => {
    const sender = senderOf(by)
    const id = await begin(sender)
    for (const { verb, days, note, delivered, isOwn } of steps) {
      const asked = delivered ? await linesOf(log, id) : []
      const lines = delivered?.map((amount, index) => ({ id: asked[index]?.id, delivered: amount }))
      const said = { ...(note === undefined ? {} : { note }), ...(lines ? { lines } : {}) }
      await act(resource, id, verb, said, { days, actor: isOwn ? sender.actor : staff })
    }
  }
  for (const { by, days, lines, steps = [] } of stationeryRequests)
    await send(request, by, steps, ({ actor, supplied }) => {
      const asked = lines.map(({ item, quantity, remarks = '' }) => ({ ...itemOf(item), quantity, remarks }))
      const how = { days, key: `${by} ${days}`, actor, supplied: { ...supplied, type: 'stationery' } }
      return make(request, { lines: asked }, how)
    })
  for (const { by, days, subject, message, steps = [] } of messages)
    await send(request, by, steps, ({ actor, supplied }) => {
      const how = { days, key: `iso ${by} ${days}`, actor, supplied: { ...supplied, type: 'iso' } }
      return make(request, { subject, message }, how)
    })
  for (const { by, days, job, reason, steps = [] } of applications)
    await send(jobApplication, by, steps, ({ actor, supplied }) => {
      const how = { days, key: `${by} ${days}`, actor, supplied: { ...supplied, job_title: job } }
      return make(jobApplication, { job: jobs.get(job), reason }, how)
    })
}
