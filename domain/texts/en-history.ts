/** The English texts of going back: what the server says of it, and its screens. */
export const historyTexts: readonly string[] = [
  '{count} of {total} {plural} reverted.',
  '{count} {plural} reverted.',
  '{label} cannot come back: it told of somebody who was erased',
  '{label} cannot come back: what it showed or named is not there any more',
  '{label} was changed again since: choose what stands',
  '{name} are versions, joined by commas.',
  '{name} is a version',
  '{record} reverted',
  '{record} reverted.',
  'Say which version to go back to, or which versions to leave out.',
  'There is no version {version} of this record.',
  'You may not change this: {label}',
]
