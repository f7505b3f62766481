import { it } from 'vitest'
import { employeeAttacks } from '../../bench/attacks-employee.ts'
import { staffAttacks } from '../../bench/attacks-staff.ts'
import { anonymousAttacks } from '../../bench/attacks.ts'
import { attackedServer } from './attacked.ts'

const { servesMeanwhile } = attackedServer()

it.each([
  ['strangers', anonymousAttacks],
  ['employees', employeeAttacks],
  ['staff', staffAttacks],
] as const)('serves everybody else while %s attack in every way at once', { timeout: 60_000 }, (_who, attacks) =>
  servesMeanwhile(Object.keys(attacks), 4, 6_000),
)
