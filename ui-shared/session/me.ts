import type { Answered } from '../../domain/fields/values.ts'
import type { employee } from '../../domain/resources/employee.ts'
import type { user } from '../../domain/resources/user.ts'
import * as z from 'zod/mini'
import { isLanguage } from '../../domain/texts/languages.ts'
import {
  changeLanguage,
  choicesMade,
  isUnsaved,
  markUnsaved,
  rememberLanguage,
  wantedLanguage,
} from '../language/language.ts'
import { anything } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { statusOf } from '../api/error.ts'
import { shownMoment } from '../moment.ts'
import { sessionStarted } from '../api/session-end.ts'
import { hearSignOut } from './left.ts'
import { startedSignedOut } from './signed-in-hint.ts'

const named = z.nullable(
  z.looseObject({ id: z.number(), name: z.optional(z.string()), title_name: z.optional(z.string()) }),
)
const optionalText = z.optional(z.nullable(z.string()))

const userSchema = z.object({
  type: z.literal('user'),
  id: z.number(),
  userName: z.string(),
  fullname: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: optionalText,
  website: optionalText,
  facebook: optionalText,
  twitter: optionalText,
  bio: optionalText,
  pic: optionalText,
  role: z.nullable(z.object({ id: z.number(), name: z.string() })),
  perms: z.array(z.string()),
  language: optionalText,
  version: z.number(),
} satisfies Answered<typeof user.fields, 'type' | 'fullname' | 'perms' | 'language'>)
const employeeSchema = z.object({
  type: z.literal('employee'),
  id: z.number(),
  fullname: z.string(),
  display_name: optionalText,
  email: z.string(),
  employee_number: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  title: z.optional(named),
  division: z.optional(named),
  departement: z.optional(named),
  point: z.optional(z.nullable(z.number())),
  phone_number: optionalText,
  linkedln: optionalText,
  facebook: optionalText,
  instagram: optionalText,
  office_address: optionalText,
  office_phone: optionalText,
  pic: optionalText,
  /** Of their first page; `is_own`: the title is a name, else a text of the catalogues. */
  shortcuts: z._default(z.array(z.object({ link: z.string(), title: z.string(), is_own: z.boolean() })), []),
  perms: z._default(z.array(z.string()), []),
  language: optionalText,
  version: z.optional(z.number()),
} satisfies Answered<typeof employee.fields, 'type' | 'pic' | 'shortcuts' | 'perms' | 'language'>)

/** Who is signed in (T8). */
export const meSchema = z.union([userSchema, employeeSchema])
export type Me = z.infer<typeof meSchema>
export type UserMe = z.infer<typeof userSchema>
export type EmployeeMe = z.infer<typeof employeeSchema>

let lastSeen: Me | null = null

/** Who was signed in when this page last asked and somebody was. */
export const lastSeenMe = (): Me | null => lastSeen

/** Keeps the language that was chosen here for the person who is signed in. @throws ApiError */
export const keepLanguage = async (): Promise<void> => {
  const language = wantedLanguage()
  await api.put('/me/language', { body: { language }, as: anything })
  // Another one that was chosen meanwhile is kept by a call of its own.
  if (language === wantedLanguage()) markUnsaved(false)
}

// The person's own language goes before the one of this device, unless it was just chosen here.
// An answer that was asked for before a choice knows nothing of it, although that may be kept by now.
const followLanguage = async ({ language }: Me, choicesBefore: number): Promise<void> => {
  if (isUnsaved() || !isLanguage(language)) return void keepLanguage().catch(() => undefined)
  if (choicesBefore !== choicesMade() || language === wantedLanguage()) return
  await changeLanguage(language).catch(() => undefined)
  rememberLanguage()
}

/** Who is signed in, or null when nobody is. @throws ApiError for every other failure. */
export const fetchMe = async (): Promise<Me | null> => {
  if (startedSignedOut()) return null
  const choicesBefore = choicesMade()
  try {
    const { data } = await api.get('/me', { as: z.object({ data: meSchema }) })
    sessionStarted()
    hearSignOut()
    lastSeen = data
    await followLanguage(data, choicesBefore)
    return data
  } catch (error) {
    if (statusOf(error) === 401) return null
    throw error
  }
}

/** True when the person holds the permission, by its exact name (P3); at an earlier moment only what reads. A button is hidden by it; the server refuses. */
export const can = (me: Me | null, permission: string): boolean =>
  (shownMoment() === null || permission.startsWith('r-')) && (me?.perms.includes(permission) ?? false)
