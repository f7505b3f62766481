/** What came in for staff: its lists, its mails, and the mails that wait. */
export const inboxTexts: readonly string[] = [
  'Already read',
  '{name} is xlsx or csv.',
  '{total} {things}, {unread} unread.',
  'Date',
  'Export as CSV',
  'Export as a spreadsheet',
  'It was received. Each step that is taken with it is told to you by mail.',
  'Mark all as read',
  'Mark as read',
  'Mark as unread',
  'Marked as unread.',
  'Number',
  'Read and unread',
  'Say what was delivered of at least one line.',
  'Timeline',
  'Unread',
  'Where it stands:',
  'unread',
  'Answer at this address: nobody reads what is replied to this mail.',
  'Files with it: {count}',
  'You have an answer.',
  '{name} has answered.',
  'Of {item}, {quantity} {unit} were asked for. Still to be delivered: {rest}.',
]

/** What the server says of answers to both sides. */
export const answerServerTexts: readonly string[] = [
  'Marked as read.',
  'Answer one at a time.',
  'There are {max} answers, and no more can follow.',
  'Your files would take up more than {max} MB, which is all that one person has.',
]
