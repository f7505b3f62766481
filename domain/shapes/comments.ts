/** How many characters a comment has at most. */
export const longestComment = 2_000
