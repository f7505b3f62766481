import { reviewed } from './reviewed.ts'

/** Whether somebody may change what the public is shown of an area: everybody who may write, unless it takes a second pair of eyes. */
export const mayPublish = (perms: readonly string[] | null, area: string | null): boolean =>
  perms === null || !perms.includes(reviewed) || perms.includes(`p-${area}`)
