import { formatDateTime } from '../../ui-shared/date.tsx'
import { currentLocale, formatNumber, t } from '../../ui-shared/i18n.ts'
import type { Standing } from './calls.ts'

/** How a part stands: well, to be looked at, or wrong. */
export type Level = 'ok' | 'warn' | 'bad'

/** What a part is, how it stands, and what to do where that is not well. */
export type Line = { title: string; meaning: string; level: Level; state: string; remedy: string | null }

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Bytes in the unit that people would say. */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const shown = new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power > 2 ? 1 : 0,
  })
  return shown.format(bytes / 1_000 ** power)
}

const usualLag = 2_000

export const modelsLine = ({ models: { halted, behindMs, behindEvents, isBuilt } }: Standing): Line => {
  const named = { title: t('Up to date'), meaning: t('Whether lists and pages show what was saved.') }
  if (halted !== null)
    return {
      ...named,
      level: 'bad',
      state: t('Nothing new is shown: the server stands still before a change that it cannot read.'),
      remedy: t(
        'Please tell whoever runs the server: its log names the cause, and the guide to operations the remedy.',
      ),
    }
  if (isBuilt && behindMs < usualLag)
    return { ...named, level: 'ok', state: t('Everything that was saved is shown.'), remedy: null }
  return {
    ...named,
    level: 'warn',
    state: t('{count, plural, one {# change is} other {# changes are}} not shown yet, the oldest for {seconds} s.', {
      count: behindEvents,
      seconds: Math.ceil(behindMs / 1_000),
    }),
    remedy: t('This passes by itself after much was changed at once. If it stays for minutes, restart the server.'),
  }
}

export const deadLettersLine = ({ deadLetters: { streams, effects } }: Standing): Line => {
  const count = streams + effects
  return {
    title: t('Set aside'),
    meaning: t('Records of which a change could not be read. They show an older state; nothing is lost.'),
    level: count === 0 ? 'ok' : 'bad',
    state:
      count === 0
        ? t('Nothing is set aside.')
        : t('{count, plural, one {# record is set aside} other {# records are set aside}}.', { count }),
    remedy: count === 0 ? null : t('Once the cause is mended, usually by a newer version, try again.'),
  }
}

export const mailLine = ({ mail: { waiting, late, failed } }: Standing): Line => ({
  title: t('Mail'),
  meaning: t('Codes, links and news that go out by the mail server.'),
  level: late > 0 ? 'bad' : failed > 0 ? 'warn' : 'ok',
  state: t('{waiting} wait, {failed} were given up.', {
    waiting: formatNumber(waiting),
    failed: formatNumber(failed),
  }),
  remedy:
    late > 0
      ? t(
          'Mails wait for more than ten minutes. See whether the mail server answers, and whether a process that sends mail runs.',
        )
      : failed > 0
        ? t('The screen Undelivered Mail says why, and sends them again.')
        : null,
})

const tooLong = 120

export const jobsLine = ({ jobs: { waiting, running, planned, overdueSeconds, failed } }: Standing): Line => {
  const isStuck = overdueSeconds > tooLong && running === 0
  return {
    title: t('Jobs'),
    meaning: t('Work on many records at once, and what is planned for a moment.'),
    level: isStuck ? 'bad' : failed > 0 ? 'warn' : 'ok',
    state: t('{running} under way, {waiting} wait, {planned} are planned, {failed} of the last day had failures.', {
      running: formatNumber(running),
      waiting: formatNumber(waiting),
      planned: formatNumber(planned),
      failed: formatNumber(failed),
    }),
    remedy: isStuck
      ? t('Jobs wait and none is under way. See whether a process that serves people runs.')
      : failed > 0
        ? t('Whoever started a job sees on the screen Jobs what could not be done, and why.')
        : null,
  }
}

export const checkpointLine = ({ checkpoint, verification }: Standing): Line => {
  const isTampered = verification?.state === 'tampered'
  const isFailing = checkpoint.failingWitnesses > 0
  return {
    title: t('Checkpoints'),
    meaning: t('Signatures over everything that happened, by which a forgery shows.'),
    level: isTampered || isFailing ? 'bad' : 'ok',
    state:
      checkpoint.signedAt === null
        ? t('No checkpoint was signed yet. The first follows within an hour, or when the server stops.')
        : t('The newest is of {at}.', { at: formatDateTime(checkpoint.signedAt) }),
    remedy: isTampered
      ? t('The last verification found the log to be changed. The screen Checkpoints says where.')
      : isFailing
        ? t('Signing, or a keeper of checkpoints, fails. The screen Checkpoints says which, and why.')
        : null,
  }
}

export const backupsLine = ({ backups }: Standing): Line => {
  const named = { title: t('Backups'), meaning: t('Copies from which everything can be restored.') }
  if (backups === null)
    return {
      ...named,
      level: 'warn',
      state: t('This server makes no backups by itself.'),
      remedy: t('Whoever runs the server sets {variable}, or sees to backups in another way.', {
        variable: 'BACKUP_DIR',
      }),
    }
  const { newestAt, nextAt, bytes, isLate } = backups
  if (newestAt === null || nextAt === null)
    return {
      ...named,
      level: 'warn',
      state: t('No backup was made yet.'),
      remedy: t('The first follows within minutes of the start.'),
    }
  return {
    ...named,
    level: isLate ? 'bad' : 'ok',
    state: t('The newest is of {at} and takes {size}; the next is due on {next}.', {
      at: formatDateTime(newestAt),
      size: formatBytes(bytes),
      next: formatDateTime(nextAt),
    }),
    remedy: isLate ? t('The backup is late. The debug log says why.') : null,
  }
}

const leastShare = 0.1

export const roomLine = ({ room: { database, free, total } }: Standing): Line => {
  const isScarce = free !== null && total !== null && free < total * leastShare
  return {
    title: t('Room'),
    meaning: t('Space on the disk of the server, and what the database takes.'),
    level: isScarce ? 'bad' : 'ok',
    state:
      free === null || total === null
        ? t('The database takes {database}.', { database: formatBytes(database) })
        : t('{free} of {total} are free; the database takes {database}.', {
            free: formatBytes(free),
            total: formatBytes(total),
            database: formatBytes(database),
          }),
    remedy: isScarce ? t('Make room soon: a full disk stops everything.') : null,
  }
}

export const processesLine = ({ processes }: Standing): Line => {
  const lost = processes.filter(({ state }) => state === 'lost').length
  const versions = new Set(processes.filter(({ state }) => state !== 'lost').map(({ version }) => version))
  return {
    title: t('Processes'),
    meaning: t('The programs that serve people, keep lists up to date and send mail.'),
    level: lost > 0 || versions.size > 1 ? 'warn' : 'ok',
    state: t('{count, plural, one {# process runs} other {# processes run}}', { count: processes.length - lost }),
    remedy:
      lost > 0
        ? t('A process ended without taking its leave. If nobody stopped it, its log says why.')
        : versions.size > 1
          ? t('Two versions run beside each other, as during an update. It should not last.')
          : null,
  }
}
