import { say, t } from '../../ui-shared/i18n.ts'
import { entries as resources } from '../resources.ts'
import type { ActivityEntry } from './activity.ts'

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

const kindOf = (name: string): string => {
  const known = resources.find((one) => one.name === name)
  return known ? t(known.label) : name
}

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
  if (!sentence) return t('{who}: {what}', { who, what: say(actionDesc ?? '', says ?? undefined) })
  const { verb = '', times = 0 } = says?.values ?? {}
  const name = recordName || `#${modelID ?? ''}`
  return t(sentence, { who, name, kind: kindOf(modelAffected ?? ''), verb: t(String(verb)), times: Number(times) })
}
