/** The state of a navigation to what is opened beside a list, and back. */
export const besideList = 'beside'
/** The state of a navigation that only gives the screen at `pathname` another address. */
export const sameScreenAs = (pathname: string): string => `the screen at ${pathname}`
