import { lazily } from '../../../platform/lazy/lazily.ts'

/** The library of WebAuthn, loaded with the first passkey that is made or asked for: it would be a sixth of the program that each start reads. */
export const webAuthn = lazily(() => import('@simplewebauthn/server'))
