import { streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Dispatch } from '../command.ts'
import { isRefusal } from '../refusal.ts'
import type { Throttle } from '../identity/sign-in/throttle.ts'

const tooMuch = 'You have sent a lot in a short time, so this was not sent. Please wait a while, then send it again.'

/** A dispatch of what employees send, at most so many of a kind each hour over all processes; what is refused does not count, nor what is tried again. */
export const sendingLimit =
  ({ take, giveBack }: Pick<Throttle, 'take' | 'giveBack'>, dispatch: Dispatch) =>
  (kind: string): Dispatch =>
  async (command) => {
    if (command.isFirstTry !== true) return dispatch(command)
    const who = `${kind} ${streamOf(command.actor.type, command.actor.id)}`
    const seconds = await take('sending', who)
    if (seconds > 0) throw new Rejected(tooMuch, 'throttled', { data: { retryAfter: seconds } })
    try {
      return await dispatch(command)
    } catch (error) {
      if (isRefusal(error)) await giveBack('sending', who)
      throw error
    }
  }
