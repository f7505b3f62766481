import type { Log } from '../../event-store/log.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { Contended } from '../refusal.ts'
import { isStale } from '../retry.ts'
import { versionToMergeOn } from '../schedule/merge.ts'
import type { Item } from './job.ts'

/** Runs an item. A planned edit leaves alone what others changed of the record since, where that is another part of it. */
export const runItem = async (
  { log, dispatch }: { log: Log; dispatch: Dispatch },
  command: Command,
  item: Item,
  isScheduled: boolean,
): Promise<Outcome> => {
  try {
    return await dispatch(command)
  } catch (error) {
    if (!isScheduled || !isStale(error) || item.verb !== 'edit') throw error
    const ifVersion = await versionToMergeOn(log, command.resource, item)
    return dispatch({ ...command, ifVersion }).catch((again: unknown) => {
      throw isStale(again) ? new Contended() : again
    })
  }
}
