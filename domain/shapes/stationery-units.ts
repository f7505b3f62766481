const names = ['pcs', 'box', 'pak', 'rim', 'roll', 'book', 'btl', 'tub', 'set', 'dos', 'lbr'] as const

/** What most stationery is counted in (docs/specification/inbox.md): stored so, and shown in the reader's language. Others may be written too. */
export type StationeryUnit = (typeof names)[number]

/** The words for them, which are the ids of their translations. */
export const unitLabels: Readonly<Record<string, string>> = Object.fromEntries(names.map((name) => [name, name]))
