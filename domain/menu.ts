export const menuGroups = [
  'Overview',
  'Content',
  'Portal front',
  'Organisation',
  'Inbox',
  'Access',
  'Audit',
  'System',
] as const
export type MenuGroup = (typeof menuGroups)[number]
