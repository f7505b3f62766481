export const standardVerbs = ['create', 'edit', 'activate', 'deactivate', 'delete', 'restore'] as const
export type StandardVerb = (typeof standardVerbs)[number]

/** The event of each standard verb, for a resource with all of them: `PostCreated`, `PostEdited` … for 'Post', for ever. */
export const standardEvents = (name: string): Readonly<Record<StandardVerb, string>> => ({
  create: `${name}Created`,
  edit: `${name}Edited`,
  activate: `${name}Activated`,
  deactivate: `${name}Deactivated`,
  delete: `${name}Deleted`,
  restore: `${name}Restored`,
})

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
