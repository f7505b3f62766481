import { setMaxListeners } from 'node:events'
import { constants, setPriority } from 'node:os'
import { employeeAttacks } from './attacks-employee.ts'
import { anonymousAttacks } from './attacks.ts'

// A process of its own, so that what the attackers do holds up neither whoever measures nor, on few cores, the server:
// real ones have processors of their own. Arguments: address, token, styles, name of the attack, number of connections.
const [url = '', token = '', styles = '', name = '', connections = '1'] = process.argv.slice(2)
const attack = { ...anonymousAttacks, ...employeeAttacks }[name]
if (!attack) throw new Error(`there is no attack ${name}`)
setPriority(constants.priority.PRIORITY_LOW)

const stop = new AbortController()
setMaxListeners(0, stop.signal)
process.once('message', () => stop.abort())
process.once('disconnect', () => process.exit())

const one = () => attack({ url, token, styles }, stop.signal)
const counts = await Promise.all(Array.from({ length: Number(connections) }, one))
process.send?.(counts.reduce((sum, count) => sum + count, 0))
process.disconnect()
