import type { Secrets } from '../../commands/secrets.ts'

const none = () => Promise.reject(new Error('no field of these resources is a secret'))

/** For tests of resources without secrets. */
export const noSecrets: Secrets = { keep: none, open: none, forget: async () => undefined }
