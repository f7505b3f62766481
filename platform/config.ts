import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { masterKeyIn } from './master-key.ts'

/** Wrong configuration. The message is one sentence that names the variable or setting, never its value; exit code 78. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const must = (text: string) => ({ error: text })
const url = (pattern: RegExp, text: string) =>
  z
    .string()
    .refine((value) => pattern.test(value) && URL.canParse(value), must(text))
    .optional()

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

const keyOf32Bytes = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((key) => key.length === 32, must('must be 32 bytes, written in hex or base64'))

const factor = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, must('must be a positive number'))
  .transform(Number)
  .refine((one) => one > 0, must('must be a positive number'))
  .default(1)

const seconds = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, must('must be a whole number of seconds'))
    .transform(Number)
    .default(usual)

/** The settings by their names in the environment; each stands in .env.example and docs/operations.md. */
export const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, must('must be a number from 0 to 65535'))
    .transform(Number)
    .refine((port) => port <= 65_535, must('must be a number from 0 to 65535'))
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, must('must be a host name or an address'))
    .default('127.0.0.1'),
  PUBLIC_URL: url(/^https?:\/\/[^/?#@]+\/?$/, 'must be an http or https address without a path'),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: url(/^postgres(ql)?:\/\//, 'must be an address like postgres://user:password@host/database'),
  DATABASE_ADMIN_URL: url(/^postgres(ql)?:\/\//, 'must be an address like postgres://owner:password@host/database'),
  EVENTSTORE_URL: url(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must be an address like esdb://host:2113'),
  STORAGE_URL: url(/^(s3|file):\/\//, 'must be an address like file:///folder'),
  SMTP_URL: url(/^smtps?:\/\//, 'must be an address like smtps://user:password@host'),
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

/** What the environment says. Null stands for the default that needs no server of one's own. */
export type Config = Readonly<{
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Who owns the tables, where that is not who the server runs as. */
  databaseAdminUrl: string | null
  eventStoreUrl: string | null
  storageUrl: string | null
  smtpUrl: string | null
  masterKey: Uint8Array
  /** Seeds of the keys for checkpoints: of the one that signs, and of those that signed before. Empty: a key of the database signs. */
  checkpointKeys: readonly Uint8Array[]
  /** Where checkpoints go besides DATA_DIR. */
  witnessUrls: readonly string[]
  demo: boolean
  role: 'all' | 'api' | 'projector' | 'mailer'
  registration: 'open' | 'pending' | 'closed'
  authLimitsFactor: number
  mailRetryFactor: number
  mailHostsAllowed: readonly string[]
  pictureQuota: number
  /** By how much the heap may grow over what is in use before it is collected, in percent; 0 leaves it to V8. */
  heapGrowth: number
  /** Addresses and networks whose word on where a request came from is believed. */
  trustedProxies: readonly string[]
  /** How long a process that was told to stop goes on answering, saying that it is not ready; in seconds. */
  drainSeconds: number
  /** How long what is under way may take after that, in seconds. */
  graceSeconds: number
  /** Where backups and the ledger of erasures go; null when the server makes none. */
  backupDir: string | null
  /** Hours between two backups, and how many stay. */
  backupHours: number
  backupKeep: number
  /** Encrypts backups; null leaves them as they are. */
  backupPassphrase: string | null
}>

/** Reads the variables of docs/operations.md; an empty value counts as unset. @throws ConfigError naming the first wrong variable */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const { data } = parsed
  const dataDir = resolve(data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL?.replace(/\/$/, '') ?? localUrl(data.HOST, data.PORT),
    dataDir,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseAdminUrl: data.DATABASE_ADMIN_URL ?? null,
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    storageUrl: data.STORAGE_URL ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    masterKey: data.MASTER_KEY ?? keyWithoutVariable(data.DATABASE_URL, dataDir),
    checkpointKeys: data.CHECKPOINT_KEY,
    witnessUrls: data.WITNESS_URLS,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    role: data.ROLE,
    registration: data.REGISTRATION,
    authLimitsFactor: data.AUTH_LIMITS_FACTOR,
    mailRetryFactor: data.MAIL_RETRY_FACTOR,
    pictureQuota: data.PICTURE_QUOTA_MB,
    mailHostsAllowed: data.MAIL_HOSTS_ALLOWED,
    heapGrowth: data.HEAP_GROWTH_PERCENT,
    trustedProxies: data.TRUSTED_PROXIES,
    drainSeconds: data.DRAIN_SECONDS,
    graceSeconds: data.GRACE_SECONDS,
    backupDir: data.BACKUP_DIR === undefined ? null : resolve(data.BACKUP_DIR),
    backupHours: data.BACKUP_HOURS,
    backupKeep: data.BACKUP_KEEP,
    backupPassphrase: data.BACKUP_PASSPHRASE ?? null,
  }
}

/** A key as MASTER_KEY is written. @throws ConfigError naming the variable */
export const readKey = (variable: string, text: string): Uint8Array => {
  const parsed = keyOf32Bytes.safeParse(text)
  if (parsed.success) return parsed.data
  throw new ConfigError(`${variable} ${parsed.error.issues[0]?.message}.`)
}

/** The configuration with the port that was picked, also in its public address. */
export const atPort = (config: Config, port: number): Config => {
  const isLocal = config.publicUrl === localUrl(config.host, config.port)
  return { ...config, port, publicUrl: isLocal ? localUrl(config.host, port) : config.publicUrl }
}

const localUrl = (host: string, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

const keyWithoutVariable = (databaseUrl: string | undefined, dataDir: string): Uint8Array => {
  // A key that only this machine knows must not wrap what lies on another.
  if (databaseUrl !== undefined) throw new ConfigError('MASTER_KEY must be set when DATABASE_URL is set.')
  try {
    const key = masterKeyIn(dataDir)
    if (key !== null) return key
  } catch (error) {
    throw new ConfigError('DATA_DIR must be a folder that this user can write.', { cause: error })
  }
  throw new ConfigError('DATA_DIR holds a database but not its master.key: put the file back, or set MASTER_KEY.')
}
