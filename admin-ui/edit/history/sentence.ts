import type { Resource } from '../../../domain/resource.ts'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { changedField, type Entry } from './use-history.ts'

const sentences: Readonly<Record<string, string>> = {
  create: 'wrote it',
  activate: 'activated it',
  deactivate: 'deactivated it',
  delete: 'deleted it',
  restore: 'restored it',
  feature: 'set it as featured',
  unfeature: 'took it off the featured ones',
}

// By the end of the event's name: it is of no field.
const credentials: Readonly<Record<string, string>> = {
  PasswordChanged: 'changed the password',
  Invited: 'sent an invitation',
  PasskeyAdded: 'added a passkey',
  PasskeyRemoved: 'removed a passkey',
}

const labelOf = (resource: Resource, entry: Entry, name: string) => {
  const label = changedField(resource, entry, name)?.label
  return label ? amid(t(label)) : name
}

const whatHappened = (resource: Resource, entry: Entry): string => {
  const { without, version } = entry.back ?? {}
  if (without) return t('took back version {versions}', { versions: without.join(', ') })
  if (version === 0) return t('took it back')
  if (version !== undefined) return t('went back to version {version}', { version })
  const known = sentences[entry.action]
  if (known) return t(known)
  const credential = Object.entries(credentials).find(([end]) => entry.action.endsWith(end))
  if (credential) return t(credential[1])
  const verb = resource.verbs[entry.action]
  if (verb) return t('chose “{verb}”', { verb: t(verb.label) })
  if (entry.changes.length === 0) return t('saved it')
  return t('changed {fields}', {
    fields: entry.changes.map(({ field }) => labelOf(resource, entry, field)).join(', '),
  })
}

/** What happened, to be read after the name of who did it: “changed the title”; with who had proposed it. */
export const sentenceOf = (resource: Resource, entry: Entry): string => {
  const what = whatHappened(resource, entry)
  if (!entry.proposer) return what
  return t('{what}, proposed by {name}', { what, name: entry.proposer.name || t('Somebody') })
}
