/** The English texts of the screens of menu, blocks and files: each is its own message id. */
export const contentTexts: readonly string[] = [
  'Leads nowhere, so it is left out',
  'List of post',
  'new tab',
  'No entries yet',
  'On the portal',
]
