import type { Resource } from '../resource.ts'

const standard: Readonly<Record<string, string>> = {
  create: 'Create',
  edit: 'Save changes',
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',
  restore: 'Restore',
}

/** What a verb is called where it is listed: an id of the catalogues. */
export const nameOfVerb = ({ verbs }: Pick<Resource, 'verbs'>, verb: string): string =>
  verbs[verb]?.label ?? standard[verb] ?? verb
