import { ensureInstalled, run } from './install.mjs'
import { ensureReady } from './ready.mjs'

// The apps are served as built; run `npm run build` after changing them. The server restarts by itself.
ensureInstalled()
ensureReady()
run(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', 'app/main.ts'])
