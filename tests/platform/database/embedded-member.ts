import { openEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { silentLog } from '../../../platform/logger.ts'

// A process of its own that uses the embedded server of the folder in its first argument: it prints the address when it is
// in, leaves on SIGTERM and says so.
const [, , dataDir = '', copies] = process.argv
const server = await openEmbeddedDatabase(dataDir, silentLog, copies)
const alive = setInterval(() => {}, 1000)
process.once('SIGTERM', () => {
  void server.leave().then(() => {
    clearInterval(alive)
    console.log('left')
  })
})
// The signal may come as soon as the address is read.
console.log(server.url)
