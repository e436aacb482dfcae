// Runs before the first paint, so that a dark page never flashes white. It is a separate file because the page's policy
// allows no inline script.
;(() => {
  const { mode } = preferences()
  const dark = mode === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : mode !== 'light'
  document.documentElement.className = dark ? 'dark bp6-dark' : 'light'

  function preferences() {
    try {
      return JSON.parse(localStorage.getItem('carapace.preferences')) ?? {}
    } catch {
      return {}
    }
  }
})()
