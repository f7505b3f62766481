import { areas } from '../domain/permission.ts'

const labels = { c: 'Create', r: 'Read', u: 'Update', d: 'Delete' } as const

/** Every permission there is, by area, as forms show them (spec/2 §3). */
export const permissionGroups = Object.entries(areas).map(([area, { title, actions }]) => ({
  title,
  perms: actions.map((action) => ({ name: `${action}-${area}`, label: labels[action] })),
}))
