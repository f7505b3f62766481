import { it } from 'vitest'
import { employeeAttacks } from '../../bench/attacks-employee.ts'
import { staffAttacks } from '../../bench/attacks-staff.ts'
import { anonymousAttacks } from '../../bench/attacks.ts'
import { attackedServer } from './attacked.ts'
import { letsInMeanwhile } from './flooded.ts'

// attack.long.test.ts attacks longer, by more connections; sign-in-flood.long.test.ts floods from one address as well.
const { place, servesMeanwhile } = attackedServer()

it('lets in the right password of a known and of a new device during a flood of many names, many addresses', () =>
  letsInMeanwhile(place(), 'many names, many addresses', { known: 1, strangers: 1 }))

it('serves everybody else while strangers, employees and staff attack in every way at once', () =>
  servesMeanwhile(
    [anonymousAttacks, employeeAttacks, staffAttacks].flatMap((attacks) => Object.keys(attacks)),
    1,
    3_000,
  ))
