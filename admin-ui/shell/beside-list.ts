/** The state of a navigation to what is opened beside a list, and back. */
export const besideList = 'beside'
