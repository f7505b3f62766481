let channel: BroadcastChannel | undefined
// What is read meanwhile does not take it back: whoever signs in again begins with a new page.
let isLeft = false

// Each tab has one, which does not hear what it says itself.
const opened = () => (channel ??= new BroadcastChannel('atrium.left'))

/** Tells all tabs of this browser that its person signs out: their sign-in ends by that, and nothing more is kept of what is typed. */
export const tellSignOut = (): void => {
  isLeft = true
  opened().postMessage(null)
}

/** From now on hears it when the person signs out in another tab: before the server has ended the sign-in. */
export const hearSignOut = (): void => {
  opened().onmessage = () => {
    isLeft = true
  }
}

/** True once the person has signed out, here or in another tab. */
export const hasLeft = (): boolean => isLeft
