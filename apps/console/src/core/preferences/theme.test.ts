import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { preferencesIn } from './preferences.ts'
import { shadeOf } from './theme.ts'

const early = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8')

/** The class that the early script puts on a page. */
function earlyClass(stored: string | null, systemIsDark: boolean): string {
  const documentElement = { className: '' }
  runInNewContext(early, {
    localStorage: { getItem: (key: string) => (key === 'carapace.preferences' ? stored : null) },
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement },
  })
  return documentElement.className
}

test.for([true, false])('[THEME-1] without a choice pages are dark, with a dark system: %s', (systemIsDark) => {
  expect(shadeOf(undefined, systemIsDark)).toBe('dark')
})

const stored = [null, '{', 'null', '{"mode":"sepia"}', '{"mode":"dark"}', '{"mode":"light"}', '{"mode":"system"}']

test.for(stored.flatMap((text) => [true, false].map((systemIsDark) => ({ text, systemIsDark }))))(
  '[THEME-2] the early script and the page agree on $text with a dark system: $systemIsDark',
  ({ text, systemIsDark }) => {
    const shade = shadeOf(preferencesIn(text).mode, systemIsDark)
    expect(earlyClass(text, systemIsDark)).toBe(shade === 'dark' ? 'dark bp6-dark' : 'light')
  },
)
