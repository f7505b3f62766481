import { setPriority } from 'node:os'
import { employeeAttacks } from './attacks-employee.ts'
import { staffAttacks } from './attacks-staff.ts'
import { anonymousAttacks } from './attacks.ts'

// Forked by bench/under-attack.ts. Arguments: the target as JSON, number of connections, names of the attacks.
const [target = '', connections = '1', ...names] = process.argv.slice(2)
const attacks = new Map(Object.entries({ ...anonymousAttacks, ...employeeAttacks, ...staffAttacks }))

// Attackers have machines of their own: here they take what the server and who measures leave over.
setPriority(19)

let attempts = 0
// It has begun with as many attempts as there are attacks: on a busy machine the first take their time.
const tried = () => {
  attempts += 1
  if (attempts === names.length) process.send?.('begun')
}
process.once('message', () => process.send?.(attempts, () => process.exit()))
process.once('disconnect', () => process.exit())

for (const name of names) {
  const attack = attacks.get(name)
  if (!attack) throw new Error(`there is no attack ${name}`)
  for (let index = 0; index < Number(connections); index += 1) {
    void attack(JSON.parse(target), tried)
  }
}
