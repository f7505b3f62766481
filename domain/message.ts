export type Values = Readonly<Record<string, string | number>>

/** A sentence for people: its English text with places such as `{label}`, by which catalogues find it, and what goes there. */
export type Message = { id: string; values: Values }

/** The English sentence of a message. A place without a value stays as it is written. */
export const inEnglish = ({ id, values }: Message): string =>
  id.replace(/\{(\w+)\}/g, (place, name: string) => String(Object.hasOwn(values, name) ? values[name] : place))

/** A message as an answer carries it: `message` in English, `id` and `values` for other languages. */
export const spoken = ({ id, values }: Message): { message: string } & Message => ({
  message: inEnglish({ id, values }),
  id,
  values,
})

const declared = new Map<string, Message>()

/** The English sentence of a schema's message. Schemas keep sentences only, so `messageOf` finds the message here: never for requests. */
export const declaredMessage = (id: string, values: Values): string => {
  const message = { id, values }
  const text = inEnglish(message)
  declared.set(text, message)
  return text
}

/** The message behind a sentence: that of a declaration, or the sentence itself. */
export const messageOf = (text: string): Message => declared.get(text) ?? { id: text, values: {} }
