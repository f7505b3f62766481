import type { Attack, Target } from './attacks.ts'

/** A call with a JSON body. */
export const sending = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Calls as often as answers come; what is refused or broken off counts as tried. */
export const again =
  (
    path: (target: Target) => string,
    init: (target: Target) => Promise<RequestInit>,
    tokenOf: (target: Target) => string = ({ token }) => token,
  ): Attack =>
  async (target, tried) => {
    for (;;) {
      const { headers, ...rest } = await init(target)
      const authorization = `Bearer ${tokenOf(target)}`
      await fetch(target.url + path(target), { ...rest, headers: { ...Object(headers), authorization } })
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined)
      tried()
    }
  }
