import type { Resource } from '../../../domain/resource.ts'

/** True for a list of which a verb asks something: the record holds its entries, and people neither add to them nor put them in order. */
export const isGiven = (heldBy: Resource | undefined, name: string): boolean => heldBy?.fields[name]?.kind === 'list'
