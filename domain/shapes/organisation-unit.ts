import { integer, longText, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

/** A part of the house that employees belong to, under a name, in an order of people's own; `event` begins the names of its events. */
export const organisationUnit = ({ event, ...names }: { name: string; label: string; plural: string; event: string }) =>
  defineResource({
    ...names,
    area: names.name,
    menu: 'Organisation',
    recordLabel: ['name'],
    fields: {
      name: text({ label: 'Name' }),
      description: longText({ label: 'Description', isRequired: true }),
      order_number: integer({ label: 'Order Number', isRequired: true }),
    },
    order: 'order_number',
    broadcast: ['name', 'order_number'],
    list: { columns: ['id', 'order_number', 'name', 'status'], search: ['name'], sortable: ['name'] },
    events: {
      create: `${event}Created`,
      edit: `${event}Edited`,
      activate: `${event}Activated`,
      deactivate: `${event}Deactivated`,
      delete: `${event}Deleted`,
      restore: `${event}Restored`,
      revert: `${event}Reverted`,
    },
  })
