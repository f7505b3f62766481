import { setPriority } from 'node:os'
import { employeeAttacks } from './attacks-employee.ts'
import { anonymousAttacks } from './attacks.ts'

// Forked by bench/under-attack.ts. Arguments: address, token, styles, number of connections, names of the attacks.
const [url = '', token = '', styles = '', connections = '1', ...names] = process.argv.slice(2)
const attacks = new Map(Object.entries({ ...anonymousAttacks, ...employeeAttacks }))

// Attackers have machines of their own: here they take what the server and who measures leave over.
setPriority(19)

let attempts = 0
process.once('message', () => process.send?.(attempts, () => process.exit()))
process.once('disconnect', () => process.exit())

for (const name of names) {
  const attack = attacks.get(name)
  if (!attack) throw new Error(`there is no attack ${name}`)
  for (let index = 0; index < Number(connections); index += 1) {
    void attack({ url, token, styles }, () => {
      attempts += 1
    })
  }
}
process.send?.('begun')
