export const standardVerbs = ['create', 'edit', 'activate', 'deactivate', 'delete', 'restore', 'revert'] as const
export type StandardVerb = (typeof standardVerbs)[number]

/** The standard verbs that a declaration offers, each with its event. */
export const namesOf = ({
  events,
}: {
  events: Readonly<Partial<Record<StandardVerb, string>>>
}): [StandardVerb, string][] =>
  standardVerbs.flatMap((verb): [StandardVerb, string][] => {
    const type = events[verb]
    return type === undefined ? [] : [[verb, type]]
  })
