import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { shadeOf, themeNamed } from './theme.ts'

const early = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8')

/** The class that the early script puts on the page. */
function earlyClass(stored: string | null, systemIsDark: boolean): string {
  const documentElement = { className: '' }
  runInNewContext(early, {
    localStorage: { getItem: () => stored },
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement },
  })
  return documentElement.className
}

test('[T1] nothing chosen, or an unknown word, is dark', () => {
  expect([themeNamed(null), themeNamed('sepia')]).toEqual(['dark', 'dark'])
})

test.for([
  { stored: null, systemIsDark: false }, { stored: 'sepia', systemIsDark: false }, { stored: 'dark', systemIsDark: false },
  { stored: 'light', systemIsDark: true }, { stored: 'system', systemIsDark: true }, { stored: 'system', systemIsDark: false },
])('[T2] the early script and the page agree on $stored where the system is dark: $systemIsDark', ({ stored, systemIsDark }) => {
  const shade = shadeOf(themeNamed(stored), systemIsDark)
  expect(earlyClass(stored, systemIsDark)).toBe(shade === 'dark' ? 'dark bp6-dark' : 'light')
})
