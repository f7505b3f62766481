// Runs before the first paint; a file of its own because the pages allow no inline script.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('atrium.theme')
  } catch {
    // Storage may be closed to us; the system's wish then decides.
  }
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
