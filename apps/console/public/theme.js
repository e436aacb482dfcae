// Before the first paint, so that a dark page never flashes white. A file of its own: the page's policy allows no inline script.
;(() => {
  const stored = localStorage.getItem('carapace.theme')
  const theme = stored === 'light' || stored === 'system' ? stored : 'dark'
  const dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  document.documentElement.className = dark ? 'dark bp6-dark' : 'light'
})()
