let channel: BroadcastChannel | undefined
// What is read meanwhile does not take it back: whoever signs in again begins with a new page.
let isLeft = false

/**
 * From now on hears it when the person signs out in another tab: before the server has ended the sign-in. Called for whoever is signed in.
 * Answers the channel; each tab has one, which does not hear what it says itself.
 */
export const hearSignOut = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('atrium.left')
  channel.onmessage = () => {
    isLeft = true
  }
  return channel
}

/** Tells all tabs of this browser that its person signs out: their sign-in ends by that, and nothing more is kept of what is typed. */
export const tellSignOut = (): void => {
  isLeft = true
  hearSignOut().postMessage(null)
}

/** True once the person has signed out, here or in another tab. */
export const hasLeft = (): boolean => isLeft
