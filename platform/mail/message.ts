import { z } from 'zod'
import { isSafeLink } from '../../domain/fields/safe-link.ts'

/**
 * A mail to one person, as its author writes it: plain text, in paragraphs; `lang` is its language (BCP 47), English without.
 * `person` says whose it is (`user-7`), for it may go to an address that is not theirs yet.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  lang?: string | undefined
  person?: string | undefined
  /** The address that ends mails of its kind by one press of a mail program (RFC 8058). */
  unsubscribe?: string | undefined
}

/** What mail programs read that offer to end mails of a kind; none where these cannot be ended. */
export const headersOf = ({ unsubscribe }: Pick<Mail, 'unsubscribe'>): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** A mail server by its settings; `password` names a kept secret, null for none. */
export const namedServer = z.object({
  host: z.string(),
  port: z.number(),
  address: z.string(),
  password: z.string().nullable(),
})
export type NamedServer = z.infer<typeof namedServer>

/** Where a mail is to go whatever is in force: by this server of the configuration, or by what the process has of its own. */
export type Via = NamedServer | 'own'

/** What decides by which server a mail goes. */
export type Way = { kind: string; via: Via | undefined }

export type MailTransport = {
  /** Hands a mail over; answers what the server said. @param messageId `<id@host>`, the same for every try @throws MailFailure */
  send(mail: Mail, messageId: string, way?: Way): Promise<string>
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/** The same words as HTML: paragraphs at blank lines, web addresses as links, nothing else. */
export const htmlOf = (text: string, lang = 'en'): string => {
  const paragraphs = text.trim().split(/\r?\n\s*\r?\n/)
  const body = paragraphs.map((paragraph) => `<p>${linked(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
  return `<!doctype html><html lang="${lang}"><body>${body.join('')}</body></html>`
}

const linked = (text: string): string => {
  // Punctuation after an address ends the sentence, not the address.
  const pieces = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
  return pieces
    .map((piece, index) => (index % 2 === 1 && isSafeLink(piece) ? link(escaped(piece)) : escaped(piece)))
    .join('')
}

const link = (address: string) => `<a href="${address}">${address}</a>`
