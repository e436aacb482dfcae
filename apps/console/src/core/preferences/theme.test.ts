import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { preferencesIn } from './preferences.ts'
import { shadeOf } from './theme.ts'

const early = readFileSync(new URL('../../../public/theme.js', import.meta.url), 'utf8')

/** The class that the early script puts on a page, where the product is served below a base path. */
function earlyClass({
  stored,
  place,
  systemIsDark,
  base = '/',
}: {
  stored: string | null
  place: string
  systemIsDark: boolean
  base?: string
}): string {
  const documentElement = { className: '' }
  runInNewContext(early, {
    URL,
    localStorage: { getItem: (key: string) => (key === 'carapace.preferences' ? stored : null) },
    location: { pathname: base.slice(0, -1) + place },
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement, currentScript: { src: `https://console.example${base}theme.js` } },
  })
  return documentElement.className
}

test.for([
  ['/', 'dark'],
  ['/register', 'dark'],
  ['/organisation', 'dark'],
  ['/org', 'light'],
  ['/org/lifecycle/dashboard', 'light'],
  ['/org/msocial', 'light'],
  ['/org/msoc', 'dark'],
  ['/org/msoc/dashboard/live-map', 'dark'],
] as const)('[THEME-1] without a choice %s is %s', ([place, shade]) => {
  expect(shadeOf({ theme: undefined, place, systemIsDark: shade === 'light' })).toBe(shade)
})

const stored = [null, '{', 'null', '{"mode":"sepia"}', '{"mode":"dark"}', '{"mode":"light"}', '{"mode":"system"}']
const places = ['/', '/org', '/org/', '/org/msoc', '/org/msoc/dashboard', '/org/fmea/dashboard', '/organic']

test.for(stored.flatMap((text) => [true, false].map((systemIsDark) => ({ text, systemIsDark }))))(
  '[THEME-2] the early script and the page agree on $text with a dark system: $systemIsDark',
  ({ text, systemIsDark }) => {
    for (const place of places) {
      const shade = shadeOf({ theme: preferencesIn(text).mode, place, systemIsDark })
      for (const base of ['/', '/soc/', '/org/'])
        expect([place, base, earlyClass({ stored: text, place, systemIsDark, base })]).toEqual([
          place,
          base,
          shade === 'dark' ? 'dark bp6-dark' : 'light',
        ])
    }
  },
)
