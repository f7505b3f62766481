import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openAtrium } from '../app/atrium.ts'
import { migrateAsOwner } from '../app/database.ts'
import { type Base, openBase } from '../app/open.ts'
import { noRight } from '../app/start-error.ts'
import { resources } from '../domain/catalog.ts'
import { MoveRefused } from '../event-store/eventstoredb/moved.ts'
import { Rejected } from '../domain/rejected.ts'
import { type Config, ConfigError, mistyped, readConfig, withSecretFiles } from '../platform/config.ts'
import { sqlState } from '../platform/database/outage.ts'
import { mapStacks } from '../platform/mapped-stacks.ts'
import { acceptLostKeys } from './accept-lost-keys.ts'
import { runRebuild } from './rebuild.ts'
import { runReplayDeadLetters } from './replay-dead-letters.ts'
import { BackupRefused } from '../app/backup/manifest.ts'
import { backupCommands } from './backup.ts'
import { migrateLog } from './migrate-log.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { runSignIns } from './sign-ins.ts'
import { runVerify, runVerifyLog } from './verify.ts'

const usage = `npm run atrium -- <command>

  create-administrator --user-name <name> --email <address> [--first-name <name>] [--last-name <name>] [--phone <number>]
                        makes a user who holds every permission, and prints a link that sets the password
  code <user name>      prints a one-time code for a user whose mail does not arrive
  sign-ins <name> [--employee]      lists where a user (or employee, by e-mail) is signed in
  end-sign-ins <name> [--employee]  signs them out everywhere
  verify                compares the read models with a fresh replay, follows every hash chain, compares the log with what was signed
                        and reads every file
  verify-log            compares the log alone with its hash chains and what was signed of it
  rebuild               builds the read models anew, beside the ones in use
  replay-dead-letters   projects what could not be projected before
  migrate               brings the tables up to date as the user of DATABASE_ADMIN_URL, and lets the one of DATABASE_URL only add
                        to the log (docs/operations.md)
  migrate-log [--undo]  moves the log from PostgreSQL to the EventStoreDB of EVENTSTORE_URL, beside a running server up to the last seconds
  backup [--to <folder>]            writes database, log and files into one archive, beside a running server (docs/operations.md)
  check-backup <file>               reads all of a backup and compares it with what was written
  restore <file> [--erasures <ledger>]  puts a backup into an empty database
  after-recovery --erasures <ledger>    in a database that PostgreSQL's own tools have put back: ends sign-ins, codes and mails, erases again
  rotate-master-key     seals all keys with NEW_MASTER_KEY in place of MASTER_KEY, while nothing runs (docs/operations.md)
  accept-lost-keys      accepts that a log's personal data cannot be read with this database`

const logger = pino({ level: 'warn' }, pino.destination(2))

type BaseParts = Base & { config: Config; resources: typeof resources; logger: typeof logger; say(text: string): void }

// What needs the database and the log, and nothing that runs on them.
const onBase: Readonly<Record<string, (parts: BaseParts) => Promise<number>>> = {
  verify: runVerify,
  'verify-log': runVerifyLog,
  rebuild: runRebuild,
  'replay-dead-letters': runReplayDeadLetters,
  'accept-lost-keys': acceptLostKeys,
}

type SignIn = Awaited<ReturnType<typeof openAtrium>>['signIn']

// What needs the ways in of people.
const onSignIn: Readonly<Record<string, (signIn: SignIn, words: readonly string[]) => Promise<number>>> = {
  'create-administrator': (signIn, words) => createAdministrator(signIn, words),
  code: (signIn, [name]) => printCode(signIn, name),
  'sign-ins': (signIn, words) => runSignIns(signIn, words, false, console.log),
  'end-sign-ins': (signIn, words) => runSignIns(signIn, words, true, console.log),
}

// How many words may follow a command's name.
const mostWords: Readonly<Record<string, number>> = {
  'create-administrator': 10,
  code: 1,
  'sign-ins': 2,
  'end-sign-ins': 2,
  backup: 2,
  'check-backup': 1,
  restore: 3,
  'after-recovery': 2,
  migrate: 0,
  'migrate-log': 1,
  'rotate-master-key': 0,
  ...Object.fromEntries(Object.keys(onBase).map((name) => [name, 0])),
}

const whyNot = (command: string, words: readonly string[]): string | null => {
  const most = mostWords[command]
  if (most === undefined) return `There is no command ${command}.`
  if (words.length <= most) return null
  return most === 0 ? `${command} takes nothing after its name.` : `${command} takes fewer words than that.`
}

/** Runs one command and gives the exit code: 0 done, 1 found something wrong, 64 wrong words, 78 wrong configuration. */
const run = async (words: readonly string[]): Promise<number> => {
  const [command, ...rest] = words
  if (command === undefined || command === 'help' || words.some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    return 0
  }
  const refusal = whyNot(command, rest)
  if (refusal !== null) {
    console.error(`${refusal}\n\n${usage}`)
    return 64
  }
  for (const sentence of mistyped(process.env)) console.error(sentence)
  const config = readConfig(process.env)
  const say = (text: string) => console.log(text)
  if (command === 'rotate-master-key')
    return rotateMasterKey({ config, environment: withSecretFiles(process.env), logger, say })
  const ofBackups = backupCommands[command]
  if (ofBackups) return ofBackups({ config, logger, say }, rest)
  if (command === 'migrate-log') return migrateLog({ config, logger, say }, rest)
  if (command === 'migrate') {
    const { owner, server } = await migrateAsOwner(config, logger)
    say(`The database is up to date. ${owner} owns its tables, ${server} may only add to the log.`)
    return 0
  }
  const withBase = onBase[command]
  if (withBase) {
    const base = await openBase(config, logger, resources, withBase !== acceptLostKeys)
    try {
      return await withBase({ ...base, config, resources, logger, say })
    } finally {
      await base.close()
    }
  }
  const withSignIn = onSignIn[command]
  if (withSignIn) {
    const atrium = await openAtrium({ ...config, role: 'projector' }, logger, resources)
    try {
      return await withSignIn(atrium.signIn, rest)
    } finally {
      await atrium.close()
    }
  }
  return 64
}

const printCode = async (signIn: SignIn, name: string | undefined): Promise<number> => {
  const code = name === undefined ? null : await signIn.printCode(name)
  console.log(
    code === null
      ? 'There is no active user with this name.'
      : `${code}  (good once, for ten minutes, after the password)`,
  )
  return code === null ? 1 : 0
}

const createAdministrator = async (signIn: SignIn, words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      'user-name': { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      phone: { type: 'string' },
    },
  })
  const userName = values['user-name']
  if (userName === undefined || values.email === undefined) {
    console.log('Say --user-name and --email.')
    return 64
  }
  const made = await signIn.createAdministrator({
    userName,
    email: values.email,
    firstName: values['first-name'] ?? userName,
    lastName: values['last-name'] ?? 'Administrator',
    phone: values.phone ?? '-',
  })
  console.log(`${userName} holds every permission. Set the password within an hour: ${made.link}`)
  return 0
}

if (import.meta.filename.endsWith('.js')) mapStacks(import.meta.dirname)
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exitCode = 78
  } else if (error instanceof BackupRefused || error instanceof MoveRefused) {
    console.error(error.message)
    process.exitCode = 1
  } else if (error instanceof Rejected) {
    console.error(error.problems.flatMap((problem) => Object.values(problem.constraints)).join('\n') || error.message)
    process.exitCode = 1
  } else if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = 64
  } else if (sqlState(error) === noRight) {
    console.error('DATABASE_ADMIN_URL must name the owner of the tables: the user of DATABASE_URL may not do this.')
    process.exitCode = 78
  } else {
    throw error
  }
}
