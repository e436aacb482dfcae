import { expect, test } from 'vitest'
import { mutantsOf } from './mutants.ts'

const mutated = (code: string) =>
  mutantsOf(code).map(({ from, to, text }) => code.slice(0, from) + text + code.slice(to))

test.for([
  { code: 'if (a <= b) go()', to: ['if (!(a <= b)) go()', 'if (a < b) go()', 'if (a <= b) ;'] },
  {
    code: 'export const f = (a) => a && !b',
    to: ['export const f = (a) => a || !b', 'export const f = (a) => a && b'],
  },
  { code: 'const n: 1 | 2 = x ?? 4', to: ['const n: 1 | 2 = 4', 'const n: 1 | 2 = x ?? 5'] },
  { code: 'const m = Math.max(a, b) as 3', to: ['const m = Math.min(a, b) as 3'] },
  { code: "import { a } from './a.ts'\ntype A = { readonly a: true }", to: [] },
])('$code is changed in each small way, and never in its types', ({ code, to }) => {
  expect(mutated(code).toSorted()).toEqual(to.toSorted())
})
