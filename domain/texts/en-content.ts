/** The English texts of the screens of menu, blocks and files: each is its own message id. */
export const contentTexts: readonly string[] = [
  'Added',
  'Choose files',
  'Default',
  'Leads nowhere, so it is left out',
  'List of post',
  'new tab',
  'No entries yet',
  'On the portal',
  'Or drop several here. They are added at once, each under its own name.',
  'Several files at once',
  'Upload of {name}',
  'View pictures',
  '{added} of {count} files added.',
]
/** What the server says of drafts. */
export const draftServerTexts: readonly string[] = [
  'The link is made.',
  'The link is revoked.',
  'This preview has ended, or there is none at this address.',
  '{count} links lead to this already. Revoke one first.',
  '{plural}: a draft was looked at by its link',
  '{plural}: a link for a preview was made',
  '{plural}: a link for a preview was revoked',
  'Nothing is kept for whom was erased.',
  'Nothing is kept of forms about people.',
  'The draft is discarded.',
  'This draft is not there any more.',
  'This draft was changed just now. Please look at it again.',
  'This draft was taken over by somebody else.',
  '{count} drafts of yours are kept already. Please discard some.',
]

/** What the back office shows of drafts. */
export const draftTexts: readonly string[] = [
  'It ends {at}. It is shown here once: whoever has it sees the draft, so send it to nobody else.',
  'It lasts',
  'Link for a preview',
  'Make a link…',
  'Make the link',
  'Preview links',
  'Revoke',
  'Revoke the link that lasts until {at}',
  'Show this to somebody without an account before it is published.',
  'Until {at}',
  'Whoever has the link sees what is saved, with your draft over it, as the portal would show it.',
  'not used yet',
  '{count, plural, one {# day} other {# days}}',
  '{count, plural, one {# hour} other {# hours}}',
  '{count, plural, one {used once} other {used # times}}',
  'A draft is kept since {time}.',
  'A draft of it stays; you can go on with it when you open this form again.',
  'Discard the draft of {name}?',
  'Draft by {name}',
  'Draft saved. Submit changes the live {thing}.',
  'Drafts of this form',
  'It is gone for both of you.',
  'The draft could not be kept. Try again.',
  'Unsaved changes',
  'Your draft',
  'by you',
  'by {name}',
  '{count, plural, one {# draft} other {# drafts}} not saved yet',
]

/** What the portal says of a draft that is shown by a link. */
export const previewTexts: readonly string[] = [
  'A draft that is not published.',
  'Ask whoever sent you the link for another one.',
  'This link ends {at}.',
  'This preview has ended',
]
