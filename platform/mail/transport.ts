import { smtpTransport } from './smtp.ts'
import { mailFolder } from './folder.ts'
import type { Mail, MailTransport } from './message.ts'

export type MailSettings = {
  smtpUrl: string | null
  folder: string
  from: { name: string; address: string }
  onFile?: (mail: Mail) => void
}

/** SMTP when there is an address, else one JSON file per mail. @throws ConfigError naming SMTP_URL */
export const mailTransport = ({ smtpUrl, folder, from, onFile }: MailSettings): MailTransport =>
  smtpUrl === null ? mailFolder(folder, onFile) : smtpTransport(smtpUrl, from)
