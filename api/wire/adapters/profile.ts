import type { Answered, NameIn } from '../../../domain/fields/values.ts'
import type { employee } from '../../../domain/resources/employee.ts'
import type { user } from '../../../domain/resources/user.ts'
import { z } from 'zod'
import type { PersonActor } from '../../../domain/person.ts'
import { resourceOf } from '../../../commands/identity/credentials/fact.ts'
import { isLanguage, languages } from '../../../domain/texts/languages.ts'
import { textOf } from '../../../domain/json.ts'
import { type FieldProblem, fieldProblem, Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { toRecord } from '../record.ts'
import { type Call, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

const named = z.object({ id: z.number(), name: z.string() }).nullable()
const titled = z.object({ id: z.number(), name: z.string(), title_name: z.string() }).nullable()
const text = z.string()
/** With the name that a stand-in has today; `isInactive`: colleagues are shown nobody. */
const absence = z.object({
  id: z.number(),
  from: text,
  until: text,
  stand_in: z.object({ id: z.number(), name: text, isInactive: z.boolean().optional() }).nullable(),
})

const common = {
  perms: z.array(text),
  /** The language that the person chose; absent before. */
  language: z.enum(Object.keys(languages).filter(isLanguage)).nullable().optional(),
  version: z.number(),
}

const userSchema = z.object({
  type: z.literal('user'),
  id: z.number(),
  userName: text,
  fullname: text,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  phone_number: text,
  website: text,
  facebook: text,
  twitter: text,
  bio: text,
  pic: text.nullable(),
  role: named,
  ...common,
} satisfies Answered<typeof user.fields, 'type' | 'fullname' | 'phone_number' | keyof typeof common>)

/** An employee as they see themselves. */
export const ownEmployeeSchema = z.object({
  type: z.literal('employee'),
  id: z.number(),
  fullname: text,
  display_name: text,
  email: text,
  employee_number: text,
  title: titled,
  division: named,
  departement: named,
  point: z.number(),
  phone_number: text,
  linkedln: text,
  facebook: text,
  instagram: text,
  office_address: text,
  office_phone: text,
  absences: z.array(absence),
  thumbnail: text.nullable(),
  pic: text.nullable(),
  /** What they have on their first page; `is_own`: the title is a name, else a text that catalogues know. */
  shortcuts: z.array(z.object({ link: text, title: text, is_own: z.boolean() })),
  ...common,
} satisfies Answered<typeof employee.fields, 'type' | 'pic' | 'shortcuts' | keyof typeof common>)

/** Who is signed in (T8). */
export const meSchema = z.discriminatedUnion('type', [userSchema, ownEmployeeSchema])
type Me = z.output<typeof meSchema>

const namedOf = (value: unknown) => named.catch(null).parse(value)

const userOf = (id: number, record: Answered<typeof user.fields>, perms: readonly string[]): Me => ({
  type: 'user',
  id,
  userName: textOf(record.userName),
  firstName: textOf(record.firstName),
  lastName: textOf(record.lastName),
  fullname: `${textOf(record.firstName)} ${textOf(record.lastName)}`.trim(),
  email: textOf(record.email),
  phone: textOf(record.phone),
  phone_number: textOf(record.phone),
  website: textOf(record.website),
  facebook: textOf(record.facebook),
  twitter: textOf(record.twitter),
  bio: textOf(record.bio),
  pic: textOf(record.pic_url) || null,
  role: namedOf(record.role),
  perms: [...perms],
  version: Number(record.version),
})

const employeeOf = (id: number, record: Answered<typeof employee.fields>): Me => ({
  type: 'employee',
  id,
  fullname: textOf(record.fullname),
  display_name: textOf(record.display_name),
  email: textOf(record.email),
  employee_number: textOf(record.employee_number),
  title: titled.catch(null).parse(record.title),
  division: namedOf(record.division),
  departement: namedOf(record.departement),
  point: Number(record.point ?? 0),
  phone_number: textOf(record.phone_number),
  linkedln: textOf(record.linkedln),
  facebook: textOf(record.facebook),
  instagram: textOf(record.instagram),
  office_address: textOf(record.office_address),
  office_phone: textOf(record.office_phone),
  absences: z.array(absence).catch([]).parse(record.absences),
  thumbnail: textOf(record.thumbnail_url) || null,
  pic: textOf(record.thumbnail_url) || null,
  shortcuts: [],
  perms: [],
  version: Number(record.version),
})

/** What people may change about themselves; all else is for those who hold the area (A13, A14, E14). */
export const ownFields: {
  readonly user: readonly NameIn<typeof user.fields>[]
  readonly employee: readonly NameIn<typeof employee.fields>[]
} = {
  user: ['userName', 'firstName', 'lastName', 'phone', 'email', 'website', 'facebook', 'twitter', 'bio', 'pic'],
  employee: [
    'fullname',
    'display_name',
    'phone_number',
    'email',
    'linkedln',
    'facebook',
    'instagram',
    'office_address',
    'office_phone',
    'absences',
    'thumbnail',
  ],
}

/** A person as they see themselves. @throws Rejected unauthenticated when they are gone */
export const profileOf = async (
  records: Services['records'],
  actor: PersonActor,
  perms: readonly string[],
): Promise<Me> => {
  const resource = resourceOf(actor.type)
  const found = await records.find(resource, String(actor.id), 'staff')
  if (!found) throw new Rejected('Please sign in.', 'unauthenticated')
  const record = toRecord(resource, found)
  return actor.type === 'user' ? userOf(actor.id, record, perms) : employeeOf(actor.id, record)
}

/** A call as if whoever makes it held the permission: the record is their own, and its fields are narrowed. */
export const asEditor = (call: Call, { area }: Resource): Call => ({
  ...call,
  session: { ...signedIn(call), perms: [`r-${area}`, `u-${area}`] },
})

/** By its number a picture would be any file of the house. */
export const problemsOfPictureNumber = (fields: Readonly<Record<string, unknown>>, name: string): FieldProblem[] =>
  (fields[name] ?? '') === '' ? [] : [fieldProblem(name, 'file', 'Send the picture itself, or nothing to take it away')]
