import type { Config } from '../../platform/config.ts'
import type { VerificationResult } from '../../projections/running/verifications.ts'

/** What the thread that verifies is given: the server's settings, with the address of the database that is in use. */
export type VerifyJob = { config: Config }

/** What it says. */
export type VerifyNews = { kind: 'progress'; share: number } | { kind: 'done'; result: VerificationResult }
