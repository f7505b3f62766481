import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MailFailure } from './failure.ts'
import { htmlOf, type Mail, type MailTransport } from './message.ts'

let written = 0

/**
 * Writes each mail as `<time>-<number>.json` {to, subject, text, html, at}; names sort by time.
 * A reader of `*.json` finds whole mails only. `onFile` is told of each.
 */
export function mailFolder(folder: string, onFile: (mail: Mail) => void = () => {}): MailTransport {
  return {
    async send({ to, subject, text }) {
      const at = new Date().toISOString()
      written = (written + 1) % 1e6
      const name = `${at.replace(/[-:]/g, '')}-${String(written).padStart(6, '0')}-${randomUUID().slice(0, 8)}`
      const mail = { to, subject, text, html: htmlOf(text), at }
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(folder, name, JSON.stringify(mail, null, 2))
      } catch (error) {
        throw new MailFailure('later', 'the mail folder cannot be written', { cause: error })
      }
      onFile({ to, subject, text })
    },
  }
}

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.draft`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, `${name}.json`))
  } finally {
    await rm(draft, { force: true })
  }
}
