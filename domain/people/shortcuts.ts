/** A link on somebody's first page. `title` is what they call it; empty where the house has a name for it. */
export type Shortcut = { link: string; title: string }

/** How many one may have. */
export const mostShortcuts = 12

/** The pages of the portal that have no record, by address; each name is a text that catalogues know. */
export const portalPages: Readonly<Record<string, string>> = {
  '/post': 'News',
  '/employee': 'People',
  '/request': 'Stationery',
  '/jobs': 'Internal jobs',
  '/gallery': 'Gallery',
  '/document': 'Documents',
  '/profile/requests': 'My requests',
  '/profile': 'Profile',
}

/** The id in the address of a colleague's page; null for any other address. */
export const colleagueIn = (link: string): number | null => {
  const id = /^\/employee\/([1-9]\d{0,9})$/.exec(link)?.[1]
  return id === undefined ? null : Number(id)
}

/** True for an address whose name is not its owner's to choose: it is called what the house calls it. */
export const isNamedByHouse = (link: string): boolean => Object.hasOwn(portalPages, link) || colleagueIn(link) !== null
