import { type Logger, pino } from 'pino'

// Lines that came while nobody read them; beyond that they are counted, since a process must not end of them.
const mostWaiting = 16_000_000

/**
 * The log of a process: JSON lines on standard error. They are gathered and written aside, so that no request waits for its line, and all at
 * the end of the process. Secrets have no place in logs; the paths are the last net.
 */
export const openLogger = (): Logger => {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4_096,
    periodicFlush: 200,
    maxLength: mostWaiting,
  })
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', '*.password', 'headers.authorization', 'headers.cookie', '*.token', '*.otp'],
    },
    destination,
  )
  let dropped = 0
  destination.on('drop', () => {
    dropped += 1
  })
  destination.on('drain', () => {
    if (dropped === 0) return
    const lines = dropped
    dropped = 0
    logger.warn({ lines }, 'lines of this log were dropped, since nobody read it')
  })
  return logger
}
