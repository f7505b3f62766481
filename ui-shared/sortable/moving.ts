/** How far to the side one level of a tree is, in pixels. */
export const indent = 28

/** The row of a tree that is being moved, the row that it is over, and how far it is to the side, in pixels. */
export type Moving = { id: string; over: string; by: number }
