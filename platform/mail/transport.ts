import { smtpTransport } from './smtp.ts'
import { mailFolder } from './folder.ts'
import type { Mail, MailTransport } from './message.ts'

export type MailSettings = {
  /** How to ask for the address when a mail is sent: its password may be another by then. */
  smtpUrl: (() => string) | null
  folder: string
  from: { name: string; address: string }
  onFile?: (mail: Mail) => void
}

/** SMTP when there is an address, else one JSON file per mail. @throws ConfigError naming SMTP_URL */
export const mailTransport = ({ smtpUrl, folder, from, onFile }: MailSettings): MailTransport => {
  if (smtpUrl === null) return mailFolder(folder, onFile)
  let last = { url: smtpUrl(), transport: smtpTransport(smtpUrl(), from) }
  return {
    send: (...mail) => {
      const url = smtpUrl()
      if (url !== last.url) last = { url, transport: smtpTransport(url, from) }
      return last.transport.send(...mail)
    },
  }
}
