import { text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { object } from '../fields/composite.ts'
import { defineResource } from '../resource.ts'

const block = (number: number) =>
  object({
    label: `Block ${number}`,
    fields: { title: text({ label: 'Title (headline)', max: 120 }), link: link({ label: 'Link' }) },
  })

/** The blocks that are twice as wide as the others (docs/specification/site.md#homepage-blocks). */
export const wideBlocks: readonly string[] = ['menu2', 'menu6']

/** The seven blocks of the landing page; the second and the sixth are twice as wide (docs/specification/site.md#homepage-blocks). */
export const homepage = defineResource({
  name: 'homepage',
  label: 'Homepage',
  plural: 'homepages',
  area: 'homepage',
  menu: 'Portal front',
  recordLabel: [],
  isSingleton: true,
  fields: {
    menu1: block(1),
    menu2: block(2),
    menu3: block(3),
    menu4: block(4),
    menu5: block(5),
    menu6: block(6),
    menu7: block(7),
  },
  broadcast: ['menu1', 'menu2', 'menu3', 'menu4', 'menu5', 'menu6', 'menu7'],
  list: { columns: ['id'], search: [], sort: '-id' },
  events: { create: 'HomepageCreated', edit: 'HomepageEdited', revert: 'HomepageReverted' },
})
