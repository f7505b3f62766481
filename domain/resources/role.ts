import { text } from '../fields/field.ts'
import { permissions } from '../fields/permissions.ts'
import { defineResource } from '../resource.ts'

/** The id of the built-in role that holds the whole catalogue, also what is added later (P1). */
export const administratorRole = 1

/** The role that a new system has beside it: an ordinary one, which may be changed and deleted. */
export const auditor = { id: 2, name: 'Auditor', perms: ['r-audit', 'r-activity_trail', 'r-debug_log'] }

export const role = defineResource({
  name: 'role',
  label: 'Role',
  plural: 'roles',
  area: 'role',
  menu: 'Access',
  options: 'getRoles',
  recordLabel: ['name'],
  authorises: true,
  isDuplicable: true,
  fields: {
    name: text({ label: 'Role name', heading: 'Name', max: 80, isIdentifier: true }),
    perms: permissions({ label: 'Permissions' }),
  },
  unique: ['name'],
  list: {
    columns: ['id', 'name', 'status'],
    search: ['name'],
    sort: '-id',
    sortable: ['name', 'changed_at'],
  },
  events: {
    create: 'RoleCreated',
    edit: 'RoleEdited',
    activate: 'RoleActivated',
    deactivate: 'RoleDeactivated',
    delete: 'RoleDeleted',
    restore: 'RoleRestored',
    revert: 'RoleReverted',
  },
})
