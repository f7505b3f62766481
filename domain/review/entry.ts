import * as z from 'zod/mini'
import { asJson } from '../json.ts'
import type { Resource } from '../resource.ts'

const person = z.object({ id: z.string(), name: z.string() })

/** A change of what is published that waits for whoever may publish, or came back to its author. */
export const reviewSchema = z.object({
  id: z.number(),
  version: z.number(),
  kind: z.string(),
  record: z.number(),
  name: z.string(),
  verb: z.string(),
  /** What the verb is called: an English text that catalogues know. */
  label: z.string(),
  author: person,
  isOwn: z.boolean(),
  stage: z.enum(['waiting', 'published', 'sent_back', 'withdrawn']),
  /** Since when it stands so. */
  since: z.string(),
  /** How many comments are not done. */
  remarks: z.number(),
  mayPublish: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type Review = z.infer<typeof reviewSchema>

const remarkSchema = z.object({
  id: z.number(),
  version: z.number(),
  author: person,
  at: z.string(),
  words: z.string(),
  field: z.string(),
  quote: z.string(),
  answers: z.nullable(z.number()),
  isSettled: z.boolean(),
})
export type Remark = z.infer<typeof remarkSchema>

const said = z.object({ id: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })

/** The same with what it would change of the record as that is now, and what is said of it. */
export const reviewDetailSchema = z.extend(reviewSchema, {
  /** The version of the record as it is now. */
  recordVersion: z.number(),
  /** False where the public is shown nothing of it: then all of it is new. */
  isLive: z.boolean(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), from: z.unknown(), to: z.unknown() })),
  /** The files that the changes name. */
  files: z.array(z.object({ id: z.number(), name: z.string(), link: z.string() })),
  /** What is sent, and of which version: for its author, who may change it. */
  sent: z.nullable(z.record(z.string(), z.unknown())),
  seen: z.number(),
  /** Why it cannot be done as things stand. */
  refused: z.nullable(said),
  comments: z.array(remarkSchema),
  mayComment: z.boolean(),
})
export type ReviewDetail = z.infer<typeof reviewDetailSchema>

const sentSchema = z.object({ seen: z.number(), values: z.record(z.string(), z.unknown()) })
/** What a proposal sends, and the version of the record that its author saw. */
export type SentOf = z.infer<typeof sentSchema>

/** As a review keeps it. */
export const writeSent = (sent: SentOf): string => JSON.stringify(sent)

/** The same read again; what was never written so sends nothing. */
export const readSent = (text: string): SentOf => sentSchema.safeParse(asJson(text)).data ?? { seen: 0, values: {} }

/** The kinds of records of which changes can wait for review. */
export const reviewedKinds = <R extends Pick<Resource, 'publishing'>>(resources: readonly R[]): R[] =>
  resources.filter(({ publishing }) => publishing !== undefined)
