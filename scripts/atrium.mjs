import { becomeProgram, ensureReady } from './ready.mjs'

ensureReady()
await becomeProgram('atrium')
