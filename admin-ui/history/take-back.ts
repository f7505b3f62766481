import { statusOf } from '../../ui-shared/api/error.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { type Place, revert, type Step } from './revert.ts'

/** Takes back one step at once; where the record was changed since, it is shown first what would become of it. */
export const takeBack = async (place: Place, { id, version, before }: Step): Promise<void> => {
  if (id === undefined || version === undefined || before === undefined) return
  try {
    await revert(place, id, { version: before }, version, takeBack)
  } catch (error) {
    await place.client.invalidateQueries({ queryKey: [place.resource.name] })
    if (statusOf(error) !== 412) return showError(error)
    const without = Array.from({ length: version - before }, (_, index) => before + 1 + index)
    const { showRevert } = await import('./revert-dialog.tsx')
    showRevert(place, id, { without }, takeBack)
  }
}
