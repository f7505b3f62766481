import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../small-file.ts'
import { MailFailure } from './failure.ts'
import { headersOf, htmlOf, type Mail, type MailTransport } from './message.ts'

let written = 0

/** Writes each mail as `<time>-<number>.json`, whole; names sort by time. `onFile` is told of each. */
export const mailFolder = (folder: string, onFile: (mail: Mail) => void = () => {}): MailTransport => ({
  async send({ to, subject, text, lang, person, unsubscribe }) {
    const at = new Date().toISOString()
    written = (written + 1) % 1e6
    const name = `${at.replace(/[-:]/g, '')}-${String(written).padStart(6, '0')}-${randomUUID().slice(0, 8)}`
    const mail = {
      to,
      subject,
      text,
      html: htmlOf(text, lang),
      at,
      person,
      ...(unsubscribe === undefined ? {} : { headers: headersOf({ unsubscribe }) }),
    }
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      writeWhole(join(folder, `${name}.json`), JSON.stringify(mail, null, 2))
    } catch (error) {
      throw new MailFailure('later', 'the mail folder cannot be written', { cause: error })
    }
    onFile({ to, subject, text })
    return `${name}.json`
  },
})
