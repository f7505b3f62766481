/** Among the permissions of staff while the configuration asks for a second pair of eyes; no role holds it (commands/rules/publishing.ts). */
export const reviewed = 'reviewed'
