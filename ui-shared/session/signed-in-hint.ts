/** True when the server handed out this page without a sign-in cookie: `<meta name="signed-in">` says `no`. Spares a call. */
export const startedSignedOut = (): boolean =>
  document.querySelector('meta[name="signed-in"]')?.getAttribute('content') === 'no'
