export type Values = Readonly<Record<string, string | number>>

/** A sentence for people: its English text with places such as `{label}`, by which catalogues find it, and what goes there. */
export type Message = { id: string; values: Values }

// One word in English for two things that most languages tell apart: the second has an id of its own.
const shownAs: ReadonlyMap<string, string> = new Map([['Title (headline)', 'Title']])

/** How an id reads in English: as it is written, but for the second meaning of a word. */
export const englishOf = (id: string): string => shownAs.get(id) ?? id

// A part of something is named after it: "Block 3: Title".
const between = ': '
/** The name of a part, as the label of a message. */
export const partOf = (whole: string, part: string): string => `${whole}${between}${part}`
/** What such a name is made of. */
export const partsOfName = (name: string, change: (part: string) => string): string =>
  name.split(between).map(change).join(between)

/** The English sentence of a message. A place without a value stays as it is written. */
export const inEnglish = ({ id, values }: Message): string =>
  englishOf(id).replace(/\{(\w+)\}/g, (place, name: string) =>
    partsOfName(String(Object.hasOwn(values, name) ? values[name] : place), englishOf),
  )

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
