/** What reads are sent while nobody attends to the page; set once the page is signed in (ui-shared/live/acts.ts). */
export const background = { header: (): Record<string, string> => ({}) }
