import { setPriority } from 'node:os'
import { flood } from './floods.ts'

// Forked by bench/sign-in/floods.ts. Arguments: address, name of the flood, user name of its victim.
const [url = '', name = '', victim = ''] = process.argv.slice(2)

// Whoever floods has machines of their own: here they take what the server and who measures leave over.
setPriority(19)
process.once('disconnect', () => process.exit())
// Once it has begun in earnest.
setTimeout(() => process.send?.('begun'), 3_000)
await flood(url, name, victim)
