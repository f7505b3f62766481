import * as z from 'zod/mini'
import { defineField, type Field, type FieldOptions } from './field.ts'
import { words } from './words.ts'
import { declaredMessage } from '../message.ts'
import { plainText } from './plain-text.ts'
import { isSafeLink } from './safe-link.ts'
import { type Service, services, socialLink } from './social-link.ts'

// One address, dot-atom local part, no quotes, comments or groups (ML-1). Mail programs and
// servers read `=?utf-8?q?…?=` as another address than the one that was checked.
const addressPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** True for one plain e-mail address of at most 254 characters. */
export const isMailAddress = (value: string) =>
  value.length <= 254 && addressPattern.test(value) && !value.includes('=?')

/** One plain e-mail address of at most 254 characters. */
export const email = (common: FieldOptions): Field<string> => {
  const isRequired = common.isRequired ?? true
  const schema = plainText(common.label, isRequired).check(
    z.refine(
      (value) => (!isRequired && value === '') || isMailAddress(value),
      declaredMessage('{label} is not a valid e-mail address', { label: common.label }),
    ),
  )
  return {
    ...defineField('email', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' }),
    max: 254,
  }
}

/** A profile at a service: a handle, or an http(s) address there. */
export const social = ({ service, ...common }: FieldOptions & { service: Service }): Field<string> => {
  const schema = plainText(common.label, common.isRequired ?? true).check(
    z.maxLength(255, declaredMessage('{label} has at most {max} characters', { label: common.label, max: 255 })),
    z.refine(
      (value) => value === '' || socialLink(service, value) !== null,
      declaredMessage('{label} is a handle or a web address at {service}', {
        label: common.label,
        service: services[service].hosts[0],
      }),
    ),
  )
  return { ...defineField('text', common, { input: schema, stored: z.string(), initial: '' }), max: 255 }
}

/** An address on the web, of a mailbox, or a path of this site; nothing else (D17). `isOnWeb`: the first only. */
export const link = ({ isOnWeb = false, ...common }: FieldOptions & { isOnWeb?: boolean }): Field<string> => {
  const isRequired = common.isRequired ?? true
  const schema = plainText(common.label, isRequired).check(
    z.refine(
      (value) => value.length <= 2_000,
      declaredMessage('{label} has at most 2000 characters', { label: common.label }),
    ),
    z.refine(
      (value) => value === '' || (isSafeLink(value) && (!isOnWeb || /^https?:/i.test(value))),
      declaredMessage('{label} is not a link this site may use', { label: common.label }),
    ),
  )
  return {
    ...defineField('link', { ...common, isRequired }, { input: schema, stored: z.string(), initial: '' }),
    max: 2_000,
  }
}

const isDistinct = (texts: readonly string[]) => new Set(texts.map((one) => one.toLowerCase())).size === texts.length

/** Several e-mail addresses, each once; sent as a list or comma-separated. */
export const emails = ({ max = 20, ...common }: FieldOptions & { max?: number }): Field<string[]> => {
  const { label, isRequired = false } = common
  const wrong = declaredMessage('{label} holds what is not a valid e-mail address', { label })
  const address = z.string(wrong).check(z.refine(isMailAddress, wrong))
  const all = z
    .array(address, declaredMessage('{label} is a list', { label }))
    .check(
      z.minLength(isRequired ? 1 : 0, declaredMessage('{label} is required', { label })),
      z.maxLength(max, declaredMessage('{label} has at most {max} addresses', { label, max })),
      z.refine(isDistinct, declaredMessage('{label} names one address twice', { label })),
    )
  const input = z.pipe(z.transform(words), all)
  return { ...defineField('emails', common, { input, stored: z.array(z.string()), initial: [] }), max }
}
