import type { Me } from '../session/me.ts'
import { forgetPasswordChanged } from '../session/password-changed.ts'
import { goOn, takeTarget } from './after-sign-in.ts'

/** Goes on after a sign-in by a full page load: nothing in memory of whoever was here before outlives it. */
export const enter = (me: Pick<Me, 'type'>): void => {
  forgetPasswordChanged()
  goOn(takeTarget(me))
}
