import { isIP } from 'node:net'
import { z } from 'zod'

const must = (text: string) => ({ error: text })
const url = (pattern: RegExp, text: string, alone = (value: string) => value) =>
  z
    .string()
    .refine((value) => pattern.test(value) && URL.canParse(alone(value)), must(text))
    .optional()

const node = String.raw`(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?`
const eventStore = new RegExp(
  `^((?:esdb|kurrentdb)(?:\\+discover)?://(?:[^@/?]*@)?${node})((?:,${node})*)(?=[/?]|$)`,
  'i',
)

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  return family !== 0 && isPrefix && more.length === 0
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

// A folder, one mail address, or a server: in clear only on this machine.
const isWitness = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(text)
  if (hash !== '') return false
  if (protocol === 'file:') return hostname === '' && search === ''
  if (protocol === 'mailto:') return search === '' && z.email().safeParse(pathname).success
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname))
}

/** 32 bytes in hex or base64. */
export const keyOf32Bytes = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((key) => key.length === 32, must('must be 32 bytes, written in hex or base64'))

const factor = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, must('must be a positive number'))
  .transform(Number)
  .refine((one) => one > 0, must('must be a positive number'))
  .default(1)

const port = z
  .string()
  .regex(/^\d{1,5}$/, must('must be a number from 0 to 65535'))
  .transform(Number)
  .refine((one) => one <= 65_535, must('must be a number from 0 to 65535'))

const seconds = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, must('must be a whole number of seconds'))
    .transform(Number)
    .default(usual)

// An address alone, or with the name that readers see before it.
const mailbox = /^(?:(?<name>[^<>"\r\n]{1,100}?)\s*<(?<within>[^<>\s]+)>|(?<alone>[^<>\s]+))$/

const sender = z
  .string()
  .transform((text) => {
    const { name, within, alone } = mailbox.exec(text.trim())?.groups ?? {}
    return { name: name?.trim() || null, address: within ?? alone ?? '' }
  })
  .refine(
    ({ address }) => z.email().safeParse(address).success,
    must('must be an address like no-reply@example.org, or Example <no-reply@example.org>'),
  )

// As OpenTelemetry writes them down: a list like that of W3C Baggage, values percent-encoded.
const header = /^([!#$%&'*+.^_`|~\w-]+)=([^,\r\n]*)$/

/** Names and values of headers; null where the text is none. */
export const headersIn = (text: string): Record<string, string> | null => {
  const all = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => header.exec(one)?.slice(1))
  try {
    if (all.includes(undefined)) return null
    return Object.fromEntries(all.map(([name = '', value = ''] = []) => [name, decodeURIComponent(value.trim())]))
  } catch {
    return null
  }
}

/** The settings by their names in the environment; each stands in .env.example and docs/operations.md. */
export const variables = z.object({
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  HEALTH_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:\/\//, 'must be an address like http://collector:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(headersIn)
    .refine((found) => found !== null, must('must be headers like authorization=Bearer%20token, separated by commas'))
    .transform((found) => found ?? {})
    .default({}),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, must('must be a host name or an address'))
    .default('127.0.0.1'),
  PUBLIC_URL: url(/^https?:\/\/[^/?#@]+\/?$/, 'must be an http or https address without a path'),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: url(/^postgres(ql)?:\/\//, 'must be an address like postgres://user:password@host/database'),
  DATABASE_ADMIN_URL: url(/^postgres(ql)?:\/\//, 'must be an address like postgres://owner:password@host/database'),
  // Nodes of a cluster stand behind each other, which no other address knows.
  EVENTSTORE_URL: url(
    eventStore,
    'must be an address like esdb://host:2113, or esdb://one:2113,two:2113,three:2113 for a cluster',
    (value) => value.replace(eventStore, '$1'),
  ),
  STORAGE_URL: url(/^(s3|file):\/\//, 'must be an address like file:///folder'),
  S3_ENDPOINT: url(/^https?:\/\/[^/?#@]+\/?$/, 'must be an http or https address without a path').transform((text) =>
    text?.replace(/\/$/, ''),
  ),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, must('must be the name of a region like eu-central-1'))
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: url(/^smtps?:\/\//, 'must be an address like smtps://user:password@host'),
  MAIL_FROM: sender.optional(),
  MASTER_KEY: keyOf32Bytes.optional(),
  CHECKPOINT_KEY: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(keyOf32Bytes))
    .default([]),
  WITNESS_URLS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine(
      (all) => all.every(isWitness),
      must(
        'must be addresses like file:///folder, mailto:auditor@example.org or https://host/path, separated by commas',
      ),
    )
    .default([]),
  DEMO: z
    .enum(['on', 'off', 'true', 'false', '1', '0'], must('must be on or off'))
    .transform((value) => ['on', 'true', '1'].includes(value))
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      must('must be trace, debug, info, warn, error, fatal or silent'),
    )
    .default('info'),
  ROLE: z.enum(['all', 'api', 'projector', 'mailer'], must('must be all, api, projector or mailer')).default('all'),
  REGISTRATION: z.enum(['open', 'pending', 'closed'], must('must be open, pending or closed')).default('pending'),
  AUTH_LIMITS_FACTOR: factor,
  MAIL_RETRY_FACTOR: factor,
  MAIL_HOSTS_ALLOWED: z
    .string()
    .regex(/^[\w.:-]+(\s*,\s*[\w.:-]+)*$/, must('must be host names separated by commas'))
    .transform((hosts) => hosts.split(',').map((host) => host.trim().toLowerCase()))
    .default([]),
  HEAP_GROWTH_PERCENT: z
    .string()
    .regex(/^\d{1,3}$/, must('must be a whole number of percent, or 0'))
    .transform(Number)
    .default(40),
  PICTURE_QUOTA_MB: z
    .string()
    .regex(/^\d{1,7}$/, must('must be a whole number of megabytes'))
    .transform((megabytes) => Number(megabytes) * 1_000_000)
    .default(200_000_000),
  DRAIN_SECONDS: seconds(0),
  GRACE_SECONDS: seconds(60),
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, must('must be a number of hours from 1 to 9999'))
    .transform(Number)
    .default(24),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, must('must be a number of backups from 1 to 9999'))
    .transform(Number)
    .default(14),
  BACKUP_PASSPHRASE: z.string().min(16, must('must have 16 characters or more')).optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((all) => all.every(isNetwork), must('must be addresses or networks (10.0.0.0/8) separated by commas'))
    .default([]),
})
