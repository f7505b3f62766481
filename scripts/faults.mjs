import { parseArgs } from 'node:util'
import { ensureReady } from './ready.mjs'
import { run } from './install.mjs'

const usage = `npm run faults -- [options]

Two servers, their database, their log and a mail server are killed, cut off and slowed down under load; then everything is looked at.

  --seed <number>      the draws of a run, which prints its own: the same faults in the same order
  --log <kind>         postgresql or eventstoredb (of EVENTSTORE_URL, with EVENTSTORE_RESTART, or that of the tests); both by default
  --only <ids>         these faults alone, as F1,F2b
  --rounds <number>    how often each of them happens (1)
  --times <number>     how often a round kills (3)
  --kills <servers>,<databases>  the run shows nothing unless so many were killed, as 200,100
  --minutes <number>   no round begins later (25)
  --patience <number>  by how much this machine may be slower than one that does nothing else (4)`

try {
  const options = ['seed', 'log', 'only', 'rounds', 'times', 'kills', 'minutes', 'patience']
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(options.map((name) => [name, { type: 'string' }])),
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  for (const name of options) if (values[name]) process.env[`FAULTS_${name.toUpperCase()}`] = values[name]
} catch (error) {
  console.error(`${error.message}\n\n${usage}`)
  process.exit(64)
}
ensureReady()
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/faults/faults.long.test.ts'])
