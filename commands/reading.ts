import { isPlainDraft } from '../domain/publishing.ts'
import { type Reading, readThrough, withoutUnchanged } from '../domain/read-input.ts'
import { fieldProblem } from '../domain/rejected.ts'
import type { RecordState } from '../domain/resource.ts'
import { suppliedBy } from './authorise.ts'
import type { Command } from './command.ts'
import { withUploads } from './files/uploads.ts'

type Sent = NonNullable<Command['sent']>

// A restore may bring another address (X20).
const takingAddress = new Set(['create', 'edit', 'restore'])

const isNewDraft = ({ resource, verb, sent = {} }: Command): boolean =>
  verb === 'create' && isPlainDraft(resource, sent)

/** What a command says, and what is wrong with it. `asked` is what was read, with a mark in the place of each file. */
export type CommandReading = Reading & { asked: Sent }

/** Reads what a command says by the declaration. */
export const readingOf = (command: Command, isDraft = isNewDraft(command)): CommandReading => {
  const { resource, verb, sent = {}, files = {} } = command
  const { slug, ...fields } = withUploads(sent, Object.keys(files))
  // What a revert is asked for names no fields with values (revert/).
  if (verb === 'revert') return { values: {}, problems: [], asked: {} }
  const takesAddress = resource.slug && takingAddress.has(verb)
  // The clock that publishes a draft says for which moment (decide-on.ts).
  if (verb === 'activate' && command.actor.type === 'system') return { values: {}, problems: [], asked: {} }
  const asked = takesAddress || slug === undefined ? fields : { ...fields, slug }
  const { values, problems } = readThrough(resource, verb, asked, suppliedBy(command), isDraft)
  const isAddress = !takesAddress || typeof (slug ?? '') === 'string'
  const ofAddress = isAddress ? [] : [fieldProblem('slug', 'invalid', 'The address is a text')]
  return { values, problems: [...problems, ...ofAddress], asked }
}

/** The same of an edit. What was kept before a rule was tightened stays acceptable as long as nobody changes it, and a draft may be emptied. */
export const readingOn = (command: Command, { values }: RecordState): CommandReading => {
  const { resource, sent = {} } = command
  const isDraft = isPlainDraft(resource, { ...values, ...sent })
  return readingOf({ ...command, sent: withoutUnchanged(values, sent) }, isDraft)
}
