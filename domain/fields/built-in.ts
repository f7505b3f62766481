type Choice = { kind: string; options?: readonly string[]; labels?: Readonly<Record<string, string>> }

/** The words of a choice that have a label and are no option: records with one of them are made by the system alone. */
export const builtInOf = ({ kind, options = [], labels = {} }: Choice): string[] =>
  kind === 'choice' ? Object.keys(labels).filter((word) => !options.includes(word)) : []
