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
