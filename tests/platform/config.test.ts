import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { atPort, ConfigError, mistyped, readConfig, secrets, withSecretFiles } from '../../platform/config.ts'
import { temporaryFolder } from '../support/embedded.ts'

const key = 'ab'.repeat(32)

describe('configuration', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder.path, ...environment })

  it('has the documented defaults', () => {
    const { masterKey, ...config } = read({})
    expect(masterKey).toHaveLength(32)
    expect(config).toEqual({
      pictureQuota: 200_000_000,
      mailRetryFactor: 1,
      checkpointKeys: [],
      checkpointKeyFile: null,
      databaseUrlFile: null,
      smtpUrlFile: null,
      witnessUrls: [],
      heapGrowth: 40,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: folder.path,
      databaseUrl: null,
      databaseAdminUrl: null,
      eventStoreUrl: null,
      storageUrl: null,
      s3: { endpoint: null, region: 'us-east-1', accessKeyId: null, secretAccessKey: null },
      smtpUrl: null,
      mailFrom: null,
      logLevel: 'info',
      metricsPort: null,
      healthPort: null,
      tracesEndpoint: null,
      tracesHeaders: {},
      tracesHeadersFile: null,
      demo: true,
      role: 'all',
      registration: 'pending',
      authLimitsFactor: 1,
      mailHostsAllowed: [],
      trustedProxies: [],
      drainSeconds: 0,
      graceSeconds: 60,
      backupDir: null,
      backupHours: 24,
      backupKeep: 14,
      backupPassphrase: null,
    })
  })

  it.each([
    'esdb://one:2113,two:2113,three:2113?tls=false&nodePreference=leader',
    'kurrentdb://name:word@one:2113,[::1]:2113/',
    'esdb+discover://cluster.example.org:2113',
  ])('takes the nodes of a cluster: %s', (url) => {
    expect(read({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url)
  })

  it('reads every variable', () => {
    const config = read({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://atrium.example.org/',
      DATABASE_URL: 'postgres://u:p@db/atrium',
      EVENTSTORE_URL: 'esdb://events:2113?tls=false',
      STORAGE_URL: 's3://bucket',
      S3_ENDPOINT: 'http://minio:9000/',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'word',
      SMTP_URL: 'smtps://u:p@mail.example.org',
      MAIL_FROM: 'Ropes and Co. <office@example.org>',
      MASTER_KEY: key,
      DEMO: 'off',
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9464',
      HEALTH_PORT: '9465',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2C%20b, x-tenant=ropes',
      ROLE: 'projector',
      REGISTRATION: 'closed',
      AUTH_LIMITS_FACTOR: '1000',
      MAIL_HOSTS_ALLOWED: 'mail.local, 10.0.0.5',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      PICTURE_QUOTA_MB: '50',
      HEAP_GROWTH_PERCENT: '0',
      MAIL_RETRY_FACTOR: '0.5',
      CHECKPOINT_KEY: `${'ab'.repeat(32)}, ${'cd'.repeat(32)}`,
      WITNESS_URLS: 'file:///mnt/one,file:///mnt/two',
      DRAIN_SECONDS: '8',
      GRACE_SECONDS: '120',
      BACKUP_DIR: '/mnt/backups',
      BACKUP_HOURS: '6',
      BACKUP_KEEP: '40',
      BACKUP_PASSPHRASE: 'a passphrase of some length',
    })
    expect(config).toEqual({
      pictureQuota: 50_000_000,
      mailRetryFactor: 0.5,
      checkpointKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xcd)],
      checkpointKeyFile: null,
      databaseUrlFile: null,
      smtpUrlFile: null,
      witnessUrls: ['file:///mnt/one', 'file:///mnt/two'],
      heapGrowth: 0,
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://atrium.example.org',
      dataDir: folder.path,
      databaseUrl: 'postgres://u:p@db/atrium',
      databaseAdminUrl: null,
      eventStoreUrl: 'esdb://events:2113?tls=false',
      storageUrl: 's3://bucket',
      s3: { endpoint: 'http://minio:9000', region: 'eu-central-1', accessKeyId: 'key', secretAccessKey: 'word' },
      smtpUrl: 'smtps://u:p@mail.example.org',
      mailFrom: { name: 'Ropes and Co.', address: 'office@example.org' },
      masterKey: Buffer.from(key, 'hex'),
      demo: false,
      logLevel: 'debug',
      metricsPort: 9464,
      healthPort: 9465,
      tracesEndpoint: 'http://collector:4318',
      tracesHeaders: { authorization: 'Bearer a, b', 'x-tenant': 'ropes' },
      tracesHeadersFile: null,
      role: 'projector',
      registration: 'closed',
      authLimitsFactor: 1000,
      mailHostsAllowed: ['mail.local', '10.0.0.5'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      drainSeconds: 8,
      graceSeconds: 120,
      backupDir: '/mnt/backups',
      backupHours: 6,
      backupKeep: 40,
      backupPassphrase: 'a passphrase of some length',
    })
  })

  it.each([
    ['PORT', 'secret'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'secret host'],
    ['PUBLIC_URL', 'ftp://secret'],
    ['PUBLIC_URL', 'https://secret/path'],
    ['DATABASE_URL', 'mysql://secret'],
    ['LOG_LEVEL', 'secret'],
    ['METRICS_PORT', '65536'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'secret'],
    ['DATABASE_ADMIN_URL', 'mysql://secret'],
    ['DATABASE_URL', 'postgres://secret:se%ret@[/x'],
    ['EVENTSTORE_URL', 'http://secret'],
    ['EVENTSTORE_URL', 'esdb://secret:2113,'],
    ['EVENTSTORE_URL', 'esdb://secret:2113,secret two:2113'],
    ['STORAGE_URL', 'ftp://secret'],
    ['S3_ENDPOINT', 'http://secret/path'],
    ['S3_REGION', 'Secret'],
    ['SMTP_URL', 'https://secret'],
    ['MAIL_FROM', 'secret'],
    ['MAIL_FROM', 'Secret <secret>'],
    ['MAIL_FROM', 'a@secret.example, b@secret.example'],
    ['MASTER_KEY', 'secret'],
    ['CHECKPOINT_KEY', 'secret'],
    ['WITNESS_URLS', 'http://secret'],
    ['WITNESS_URLS', 'mailto:secret'],
    ['WITNESS_URLS', 'mailto:a@secret.example?subject=x'],
    ['WITNESS_URLS', 'file:///mnt/one,ftp://secret'],
    ['DEMO', 'secret'],
    ['ROLE', 'secret'],
    ['REGISTRATION', 'secret'],
    ['AUTH_LIMITS_FACTOR', 'secret'],
    ['AUTH_LIMITS_FACTOR', '0'],
    ['MAIL_HOSTS_ALLOWED', 'secret/host'],
    ['TRUSTED_PROXIES', 'secret'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['DRAIN_SECONDS', 'secret'],
    ['BACKUP_HOURS', '0'],
    ['BACKUP_KEEP', 'secret'],
    ['BACKUP_PASSPHRASE', 'secret'],
  ])('refuses a wrong %s with a sentence that names it and not its value %s', (variable, value) => {
    const reading = () => read({ [variable]: value })
    expect(reading).toThrow(ConfigError)
    expect(reading).toThrow(new RegExp(`^${variable} must .*\\.$`))
    expect(reading).not.toThrow(/secret/)
  })

  it.each(secrets)('takes %s from a file', (name) => {
    const file = join(folder.path, 'secret')
    const reading = (environment: Record<string, string>) => withSecretFiles({ [`${name}_FILE`]: file, ...environment })
    expect(() => reading({})).toThrow(`${name}_FILE must name a file that this user can read.`)
    writeFileSync(file, '\n')
    expect(() => reading({})).toThrow(`${name}_FILE must name a file that holds the secret, and not an empty one.`)
    writeFileSync(file, 'in the file\n')
    expect(reading({})[name]).toBe('in the file')
    expect(() => reading({ [name]: 'here' })).toThrow(`${name} and ${name}_FILE are both set: set one of them.`)
  })

  it('reads the configuration with secrets in files', () => {
    const file = join(folder.path, 'key')
    writeFileSync(file, `${key}\n`)
    expect(read({ MASTER_KEY_FILE: file }).masterKey).toEqual(Buffer.from(key, 'hex'))
  })

  it('names variables that look like a setting, and none that belongs to others', () => {
    expect(mistyped({ DATABSE_URL: '', SMTP_URI: '', master_key: '', ATRIUM_PORT: '', MASTERKEY_FILE: '' })).toEqual([
      'DATABSE_URL is no setting of Atrium: was DATABASE_URL meant?',
      'SMTP_URI is no setting of Atrium: was SMTP_URL meant?',
      'master_key is no setting of Atrium: was MASTER_KEY meant?',
      'ATRIUM_PORT is no setting of Atrium: see docs/operations.md.',
      'MASTERKEY_FILE is no setting of Atrium: was MASTER_KEY_FILE meant?',
    ])
    const usual = [
      'HOME',
      'HOSTNAME',
      'PATH',
      'PWD',
      'USER',
      'LANG',
      'TZ',
      'NODE_ENV',
      'NODE_OPTIONS',
      'SHELL',
      'TERM',
      'CI',
    ]
    const own = ['PORT', 'HOST', 'MASTER_KEY', 'MASTER_KEY_FILE', 'NEW_MASTER_KEY', 'CHROMIUM_PATH', 'npm_config_cache']
    expect(mistyped(Object.fromEntries([...usual, ...own].map((name) => [name, 'x'])))).toEqual([])
  })

  it('takes an empty value for unset', () => {
    expect(read({ DATABASE_URL: '', SMTP_URL: ' ', PORT: '' })).toMatchObject({
      databaseUrl: null,
      databaseAdminUrl: null,
      smtpUrl: null,
      port: 3000,
    })
  })

  it('leaves the demo out on a database of one’s own', () => {
    expect(read({ DATABASE_URL: 'postgres://db/atrium', MASTER_KEY: key }).demo).toBe(false)
  })

  it('wants MASTER_KEY with DATABASE_URL', () => {
    const reading = () => read({ DATABASE_URL: 'postgres://db/atrium' })
    expect(reading).toThrow('MASTER_KEY must be set when DATABASE_URL is set.')
    expect(existsSync(join(folder.path, 'master.key'))).toBe(false)
  })

  it('reads MASTER_KEY in base64 too', () => {
    const base64 = Buffer.from(key, 'hex').toString('base64')
    expect(read({ MASTER_KEY: base64 }).masterKey).toEqual(Buffer.from(key, 'hex'))
  })

  it('makes a key once, for its owner only', () => {
    const first = read({}).masterKey
    expect(read({}).masterKey).toEqual(first)
    expect(statSync(join(folder.path, 'master.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path)).toEqual(['master.key'])
  })

  it('makes no new key for a database whose key is lost', () => {
    mkdirSync(join(folder.path, 'postgres', 'cluster'), { recursive: true })
    expect(() => read({})).toThrow('put the file back, or set MASTER_KEY.')
  })

  it('refuses a damaged key file and leaves it alone', () => {
    writeFileSync(join(folder.path, 'master.key'), 'abc')
    expect(() => read({})).toThrow(ConfigError)
    expect(readFileSync(join(folder.path, 'master.key'), 'utf8')).toBe('abc')
  })

  it('says in a sentence that DATA_DIR cannot be written', () => {
    writeFileSync(join(folder.path, 'file'), '')
    expect(() => read({ DATA_DIR: join(folder.path, 'file') })).toThrow('DATA_DIR must be a folder')
  })

  it('resolves a relative DATA_DIR against the working folder', () => {
    expect(readConfig({ DATA_DIR: './x', MASTER_KEY: key }).dataDir).toBe(resolve('x'))
  })

  it('fills in the port that PORT=0 left open, in the local address only', () => {
    expect(atPort(read({ PORT: '0' }), 4711)).toMatchObject({ port: 4711, publicUrl: 'http://127.0.0.1:4711' })
    const named = read({ PORT: '0', PUBLIC_URL: 'https://atrium.example.org' })
    expect(atPort(named, 4711).publicUrl).toBe('https://atrium.example.org')
  })
})
