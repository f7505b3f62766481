// Runs before the first paint; a file of its own because the pages allow no inline script.
;(() => {
  let stored = null
  let size = null
  try {
    stored = localStorage.getItem('atrium.theme')
    size = localStorage.getItem('atrium.text-size')
  } catch {
    // Storage may be closed to us; the system's wish then decides.
  }
  if (size) document.documentElement.dataset.textSize = size
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()

// What the page has the browser ask for is read while scripts are on their way, and is at hand for them (api/early-answers.ts).
globalThis.earlyAnswers = new Map()
// The links stand behind this script.
document.onreadystatechange = () => {
  document.onreadystatechange = null
  for (const link of document.querySelectorAll('link[as=fetch]')) {
    const address = link.getAttribute('href')
    const answer = fetch(address, { signal: AbortSignal.timeout(20_000) }).then(async (one) => ({
      status: one.status,
      text: await one.text(),
    }))
    answer.catch(() => {})
    earlyAnswers.set(address, answer)
  }
}
// What no screen took by then is not news any more.
onload = () => setTimeout(() => earlyAnswers.clear(), 5000)

// What the browser knows of dates and numbers is loaded with its first formatters, which take longer than a whole screen does to be drawn:
// here that happens while the main script is on its way.
setTimeout(() => {
  const language = document.documentElement.lang
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(0)
  new Intl.NumberFormat(language).format(1000)
})
