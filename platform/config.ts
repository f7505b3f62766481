import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { asError } from './as-error.ts'
import { masterKeyIn } from './master-key.ts'
import { keyOf32Bytes, variables } from './variables.ts'

/** Wrong configuration. The message is one sentence that names the variable or setting, never its value; exit code 78. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** What may lie in a file that `<name>_FILE` names, as orchestrators hand secrets over. */
export const secrets = [
  'DATABASE_URL',
  'DATABASE_ADMIN_URL',
  'EVENTSTORE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'MASTER_KEY',
  'NEW_MASTER_KEY',
  'CHECKPOINT_KEY',
  'WITNESS_URLS',
  'BACKUP_PASSPHRASE',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/** The environment with the secrets that lie in files. @throws ConfigError for a file that cannot be read, and a secret that is given twice */
export const withSecretFiles = (environment: Environment): Environment => {
  const found = secrets.flatMap((name) => {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) return []
    if (environment[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them.`)
    try {
      const text = readFileSync(path, 'utf8').trim()
      if (text !== '') return [[name, text] as const]
    } catch (error) {
      throw new ConfigError(`${name}_FILE must name a file that this user can read.`, { cause: asError(error) })
    }
    throw new ConfigError(`${name}_FILE must name a file that holds the secret, and not an empty one.`)
  })
  return { ...environment, ...Object.fromEntries(found) }
}

const known = [...Object.keys(variables.shape), ...secrets, ...secrets.map((name) => `${name}_FILE`)]

// Short names have neighbours that mean something else, such as HOST and HOME.
const farthest = (name: string) => (name.length < 8 ? 1 : 2)

/** Sentences on variables that are no setting, and look as if they were meant to be one; the values are not looked at. */
export const mistyped = (environment: Environment): readonly string[] =>
  Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => distance(one, name.toUpperCase()) <= farthest(one))
      if (meant !== undefined) return [`${name} is no setting of Atrium: was ${meant} meant?`]
      return /^ATRIUM_/i.test(name) ? [`${name} is no setting of Atrium: see docs/operations.md.`] : []
    })

/** `endpoint` is null for the one of AWS in that region. */
export type S3Access = {
  endpoint: string | null
  region: string
  accessKeyId: string | null
  secretAccessKey: string | null
}

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
  /** How a bucket that `storageUrl` names is reached. */
  s3: S3Access
  smtpUrl: string | null
  /** Who mails are from that go by `smtpUrl` or into the folder; null: no-reply at the host of `publicUrl`. */
  mailFrom: { name: string | null; address: string } | null
  /** The files that these two came from, which are read again for each new connection; null where they stand in the variable. */
  databaseUrlFile: string | null
  smtpUrlFile: string | null
  masterKey: Uint8Array
  /** Seeds of the keys for checkpoints: of the one that signs, and of those that signed before. Empty: a key of the database signs. */
  checkpointKeys: readonly Uint8Array[]
  /** The file that these came from, which is read again once it has changed; null where they stand in the variable. */
  checkpointKeyFile: string | null
  /** Where checkpoints go besides DATA_DIR. */
  witnessUrls: readonly string[]
  demo: boolean
  /** Where metrics and health are served besides; null: nowhere. */
  metricsPort: number | null
  /** Where health is served besides, to this machine alone; null: nowhere. */
  healthPort: number | null
  /** Where traces go (OTLP over HTTP); null: nowhere. */
  tracesEndpoint: string | null
  /** What is sent with them, such as a token; and the file that it came from, which is read again for each sending. */
  tracesHeaders: Readonly<Record<string, string>>
  tracesHeadersFile: string | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
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

/** Reads the variables of docs/operations.md; an empty value counts as unset, and a secret may lie in a file. @throws ConfigError naming the first wrong variable */
export const readConfig = (environment: Environment): Config => {
  const set = Object.fromEntries(Object.entries(withSecretFiles(environment)).filter(([, value]) => value?.trim()))
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
    s3: {
      endpoint: data.S3_ENDPOINT ?? null,
      region: data.S3_REGION,
      accessKeyId: data.S3_ACCESS_KEY_ID ?? null,
      secretAccessKey: data.S3_SECRET_ACCESS_KEY ?? null,
    },
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? null,
    databaseUrlFile: environment.DATABASE_URL_FILE?.trim() || null,
    smtpUrlFile: environment.SMTP_URL_FILE?.trim() || null,
    masterKey: data.MASTER_KEY ?? keyWithoutVariable(data.DATABASE_URL, dataDir),
    checkpointKeys: data.CHECKPOINT_KEY,
    checkpointKeyFile: environment.CHECKPOINT_KEY_FILE?.trim() || null,
    witnessUrls: data.WITNESS_URLS,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    metricsPort: data.METRICS_PORT ?? null,
    healthPort: data.HEALTH_PORT ?? null,
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    tracesHeaders: data.OTEL_EXPORTER_OTLP_HEADERS,
    tracesHeadersFile: environment.OTEL_EXPORTER_OTLP_HEADERS_FILE?.trim() || null,
    logLevel: data.LOG_LEVEL,
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
