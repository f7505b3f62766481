import type { Declared } from '../../../domain/catalog.ts'
import { renamed } from '../../../domain/event.ts'
import type { NameIn } from '../../../domain/fields/values.ts'
import { choice, css, type Field, flag, html, integer, longText, text } from '../../../domain/fields/field.ts'
import { permissions } from '../../../domain/fields/permissions.ts'
import { email, emails, link } from '../../../domain/fields/address.ts'
import { list, object, tree } from '../../../domain/fields/composite.ts'
import { picture, reference, references } from '../../../domain/fields/reference.ts'
import { date, moment } from '../../../domain/fields/time.ts'
import { defineResource, type Resource } from '../../../domain/resource.ts'

type Fields = Readonly<Record<string, Field>>

const ofEveryKind = (isPersonal: boolean): Fields => ({
  title: text({ label: 'Title', isPersonal }),
  words: longText({ label: 'Words', isPersonal }),
  body: html({ label: 'Body', isPersonal }),
  style: css({ label: 'Style', isPersonal }),
  isOn: flag({ label: 'On', isPersonal }),
  amount: integer({ label: 'Amount', isPersonal }),
  moment: moment({ label: 'Moment', isPersonal }),
  mail: email({ label: 'Mail', isPersonal }),
  page: link({ label: 'Page', isPersonal }),
  photo: picture({ label: 'Photo', isPersonal }),
  topic: reference({ label: 'Topic', to: 'category', isPersonal }),
  colour: choice({ label: 'Colour', options: ['red', 'green'], isPersonal }),
  rights: permissions({ label: 'Rights', isPersonal }),
  day: date({ label: 'Day', isPersonal }),
})

/** Fields of the kinds that hold several values. */
const composed: Fields = {
  copies: emails({ label: 'Copies' }),
  topics: references({ label: 'Topics', to: 'category' }),
  place: object({ label: 'Place', fields: { town: text({ label: 'Town', isRequired: false }) } }),
  steps: list({ label: 'Steps', of: object({ label: 'Step', fields: { note: text({ label: 'Note' }) } }) }),
  menu: tree({ label: 'Menu', fields: { word: text({ label: 'Word' }) } }),
}

const twice = (): Fields => {
  const own = Object.entries(ofEveryKind(true)).map(([name, field]) => [`own_${name}`, field] as const)
  return { ...ofEveryKind(false), ...Object.fromEntries(own) }
}

/** Values of the fields that hold several, none of them empty. */
export const severalValues = {
  copies: ['one@example.org', 'two@example.org'],
  topics: [1],
  place: { town: 'Somewhere' },
  steps: [{ id: 'new_1', note: 'First' }],
  menu: [{ id: 'new_1', word: 'Home', children: [{ id: 'new_2', word: 'Inside', children: [] }] }],
}

/** A person with a field of every kind; those of one value once plain and once personal. */
export const sample = defineResource({
  name: 'sample',
  label: 'Sample',
  plural: 'samples',
  area: 'sample',
  recordLabel: ['title'],
  isPerson: true,
  fields: { ...twice(), ...composed },
  list: { columns: ['id', 'title', 'status'], search: ['title', 'own_title'], sort: '-id' },
  events: {
    create: 'SampleCreated',
    edit: 'SampleEdited',
    activate: 'SampleActivated',
    deactivate: 'SampleDeactivated',
    delete: 'SampleDeleted',
    restore: 'SampleRestored',
    revert: 'SampleReverted',
  },
})

/** A field that nothing else is built on, where there is one: it can go, or get another name. */
const spares: { readonly [N in keyof Declared]?: NameIn<Declared[N]['fields']> } = {
  post: 'excerpt',
  user: 'facebook',
  employee: 'phone_number',
  file: 'attribute',
  configuration: 'timeZone',
}
const spare: Readonly<Record<string, string>> = { ...spares, sample: 'own_words' }

const declared = (resource: Resource, fields: Fields, past = resource.past ?? {}): Resource =>
  defineResource({ ...resource, fields, past })

const mapped = (resource: Resource, change: (field: Field) => Field): Resource | null => {
  const fields = Object.entries(resource.fields).map(([name, field]) => [name, change(field)] as const)
  const isChanged = fields.some(([name, field]) => field !== resource.fields[name])
  return isChanged ? declared(resource, Object.fromEntries(fields)) : null
}

const common = ({ label, isRequired, isPersonal }: Field) => ({ label, isRequired, isPersonal })
const isShort = ({ kind }: Field) => kind === 'text'

/** A way in which declarations change. `of` gives the changed resource, or null when it has nothing of that kind. */
export type Change = { name: string; of(resource: Resource): Resource | null }

/** Every way in which a declaration may change from one version of the program to the next. The last raises versions. */
export const changes: readonly Change[] = [
  {
    name: 'fields added',
    of: (resource) => {
      const added = Object.entries(ofEveryKind(false)).map(([name, field]) => [`more_${name}`, field] as const)
      return declared(resource, { ...resource.fields, ...Object.fromEntries(added) })
    },
  },
  {
    name: 'a field removed',
    of: (resource) => {
      const { [spare[resource.name] ?? '']: gone, ...fields } = resource.fields
      return gone ? declared(resource, fields) : null
    },
  },
  {
    name: 'parts of composites added and removed',
    of: (resource) =>
      mapped(resource, (field) => {
        // What verbs derive is changed together with them.
        if (field.isDerived) return field
        const more = { more: text({ label: 'More' }) }
        if (field.kind === 'object') return object({ ...common(field), fields: more })
        if (field.kind === 'tree') return tree({ ...common(field), fields: { ...field.fields, ...more } })
        return field.kind === 'list' ? list({ ...common(field), of: object({ label: 'Part', fields: more }) }) : field
      }),
  },
  {
    name: 'texts widened',
    of: (resource) => mapped(resource, (field) => (isShort(field) ? longText(common(field)) : field)),
  },
  {
    name: 'texts narrowed',
    of: (resource) => mapped(resource, (field) => (isShort(field) ? text({ ...common(field), max: 3 }) : field)),
  },
  {
    name: 'everything required',
    of: (resource) =>
      mapped(resource, (field) => {
        if (field.kind === 'reference') return reference({ ...common(field), to: 'category', isRequired: true })
        return isShort(field) ? text({ ...common(field), max: 255, isRequired: true }) : field
      }),
  },
  {
    name: 'fields made personal',
    of: (resource) => mapped(resource, (field) => (field.isPersonal ? field : { ...field, isPersonal: true })),
  },
  {
    name: 'fields no longer personal',
    of: (resource) => mapped(resource, (field) => (field.isPersonal ? { ...field, isPersonal: false } : field)),
  },
  {
    name: 'fields of another kind',
    of: (resource) =>
      mapped(resource, (field) => {
        // What a verb counts is changed together with the verb.
        if (field.kind === 'integer' && !field.sets) return text({ ...common(field), isRequired: false })
        if (field.kind === 'permissions') return longText(common(field))
        return field.kind === 'choice' ? text(common(field)) : field
      }),
  },
  {
    name: 'a field renamed',
    of: (resource) => {
      const name = spare[resource.name] ?? ''
      const { [name]: field, ...fields } = resource.fields
      if (!field) return null
      const { create, edit } = resource.events
      const step = [renamed(name, `new_${name}`)]
      const past = { [create]: step, ...(edit === undefined ? {} : { [edit]: step }) }
      return declared(resource, { ...fields, [`new_${name}`]: field }, past)
    },
  },
]
