/** A mail to one person, as its author writes it: plain text, in paragraphs; `lang` is its language (BCP 47), English without. */
export type Mail = { to: string; subject: string; text: string; lang?: string | undefined }

export type MailTransport = {
  /** Hands a mail over; answers what the server said. @param messageId `<id@host>`, the same for every try @throws MailFailure */
  send(mail: Mail, messageId: string): Promise<string>
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/** The same words as HTML: paragraphs at blank lines, web addresses as links, nothing else. */
export function htmlOf(text: string, lang = 'en'): string {
  const paragraphs = text.trim().split(/\r?\n\s*\r?\n/)
  const body = paragraphs.map((paragraph) => `<p>${linked(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
  return `<!doctype html><html lang="${lang}"><body>${body.join('')}</body></html>`
}

function linked(text: string): string {
  // Punctuation after an address ends the sentence, not the address.
  const pieces = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
  return pieces.map((piece, index) => (index % 2 === 1 ? link(escaped(piece)) : escaped(piece))).join('')
}

const link = (address: string) => `<a href="${address}">${address}</a>`
