// Runs before the first paint, so that a dark page never flashes white. It is a separate file because the page's policy
// allows no inline script.
;(() => {
  const chosen = mode()
  const dark = chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.className = dark ? 'dark bp6-dark' : 'light'

  /** The same result as core/theme.ts. This file is served from the base path, so its URL gives the page's base. */
  function mode() {
    const { mode } = preferences()
    if (mode === 'light' || mode === 'dark' || mode === 'system') return mode
    const base = new URL('.', document.currentScript.src).pathname
    return /^\/org(?!\/msoc(\/|$))(\/|$)/.test(location.pathname.slice(base.length - 1)) ? 'light' : 'dark'
  }

  function preferences() {
    try {
      return JSON.parse(localStorage.getItem('carapace.preferences')) ?? {}
    } catch {
      return {}
    }
  }
})()
