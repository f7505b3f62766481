/**
 * True when the server, on handing out this page, saw no sign-in cookie: asking who is there could only be answered 401.
 * It writes `no` or `yes` into `<meta name="signed-in">`; every sign-in loads the page anew. Anything else means "ask".
 */
export const startedSignedOut = (): boolean =>
  document.querySelector('meta[name="signed-in"]')?.getAttribute('content') === 'no'
