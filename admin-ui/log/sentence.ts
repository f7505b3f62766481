import type { Values } from '../../domain/message.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import type { ActivityEntry } from './activity.ts'
import { kindWords } from './kinds.ts'

// By what the server says of an entry: the same as a sentence on who did it to which record.
const sentences: Readonly<Record<string, string>> = {
  '{record} created': '{who} created “{name}” ({kind}).',
  '{record} updated': '{who} changed “{name}” ({kind}).',
  '{record} activated': '{who} activated “{name}” ({kind}).',
  '{record} deactivated': '{who} deactivated “{name}” ({kind}).',
  '{record} deleted': '{who} deleted “{name}” ({kind}).',
  '{record} restored': '{who} restored “{name}” ({kind}).',
  '{record} reverted': '{who} took “{name}” ({kind}) back to an earlier state.',
  '{record} updated: {verb}': '{who} did “{verb}” to “{name}” ({kind}).',
  'signed in': '{who} signed in.',
  'signed out': '{who} signed out.',
  'the sign-in was ended': 'The sign-in of {who} was ended.',
  failed: 'Signing in as {who} failed.',
  'failed ({times} times)': 'Signing in as {who} failed {times} times.',
}

// Moments come as they are stored.
const moments: ReadonlySet<string> = new Set(['due', 'from', 'until'])
const withMoments = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      moments.has(name) && typeof value === 'string' ? formatDateTime(value) : value,
    ]),
  )

// What the server names a verb is translated as in its own messages.
const verbWords = (verb: string): string => say('', { id: '{verb}', values: { verb } })

/** What the server says of an entry, in the reader's language. */
export const whatOf = ({ actionDesc, says }: Pick<ActivityEntry, 'actionDesc' | 'says'>): string =>
  says && Object.keys(says.values).some((name) => moments.has(name))
    ? say('', { ...says, values: withMoments(says.values) })
    : say(actionDesc ?? '', says ?? undefined)

/** What an entry of the trail says, as a sentence. */
export const sentenceOf = ({
  userName,
  userId,
  actionDesc,
  says,
  modelAffected,
  modelID,
  recordName,
}: ActivityEntry): string => {
  // Whoever tries a name that nobody has is person 0.
  const who = userName || (userId !== '0' && userId) || t('Somebody')
  const sentence = sentences[says?.id ?? '']
  const kind = kindWords(modelAffected ?? '')
  if (!sentence) {
    const what = whatOf({ actionDesc, says })
    const named = recordName ? '{who}: {what} – “{name}” ({kind})' : '{who}: {what}'
    return t(named, { who, what, name: recordName ?? '', kind })
  }
  const { verb = '', times = 0 } = says?.values ?? {}
  const name = recordName || `#${modelID ?? ''}`
  return t(sentence, { who, name, kind, verb: verbWords(String(verb)), times: Number(times) })
}
