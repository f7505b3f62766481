import type { DispatchDependencies } from '../command.ts'
import type { Guard } from '../../event-store/port.ts'
import { loadRecord } from '../record.ts'
import { declaredRule } from './declared.ts'
import type { Change, RuleReader } from './rule.ts'

/** The rules across records, with what they look at. */
export const ruleGuards = ({
  log,
  activeIds,
  rules = {},
}: Pick<DispatchDependencies, 'log' | 'activeIds' | 'rules'>) => {
  const reader: RuleReader = {
    guard: async (name) => ({ name, expected: (await log.store.readGuard(name)).revision }),
    record: async (resource, id) => (await loadRecord(log, resource, id)).state,
    active: activeIds,
  }

  /** The guards that the append of a change must find unmoved. @throws Rejected when it breaks a rule */
  const guardsOfRules = async (change: Change): Promise<Guard[]> => {
    const ruled = await rules[change.resource.name]?.(change, reader)
    return [...(await declaredRule(change, reader)), ...(ruled ?? [])]
  }

  return { guardsOfRules }
}
