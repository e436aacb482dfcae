import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedVersion, VersionOrder } from './define-order.ts'
import { maxVersionLength } from './define-order.ts'
import { orderOf } from './order.ts'
import { filesOf, hasSuites, pairsOf } from './public-suites.fixture.ts'
import { orderOfType } from './version-types.ts'

const ecosystems = ['npm', 'Pub', 'PyPI', 'Maven', 'NuGet', 'RubyGems', 'Packagist', 'Hackage', 'CRAN', 'Linux', 'opam']
  .concat(['Debian', 'Red Hat', 'Alpine', 'Root:PyPI', 'Root:Debian'])
  .map((name) => [name, orderOf(name)!] as const)
const types = ['alpm', 'ebuild', 'conan', 'openssl', 'intdot', 'datetime', 'lexicographic'].map(
  (name) => [name, orderOfType(name)!] as const,
)
const orders = [...ecosystems, ...types]

/** Their own rules are not transitive: VERSION-4. */
const notTransitive = new Set(['Maven', 'alpm', 'conan'])

const words = [
  '0',
  '00',
  '1',
  '2',
  '10',
  '01',
  'a',
  'b',
  'p',
  'rc',
  'alpha',
  'beta',
  'dev',
  'post',
  'pre',
  'sp',
  'ga',
  'x',
]
const separators = ['.', '-', '_', '+', '~', '^', ':', '!', '', '-r', '_p', 'root.io.']
const piece = fc.tuple(fc.constantFrom(...separators), fc.constantFrom(...words)).map((parts) => parts.join(''))
const version = fc
  .tuple(
    fc.constantFrom('1', '0', '1.0.2', 'v1', '1:1', 'a', '2024-01-01T00:00:00Z', '2024-01-01T01:00:00.5+01:00'),
    fc.array(piece, { maxLength: 4 }),
  )
  .map(([start, rest]) => start + rest.join(''))

describe.for(orders)('%s', ([name, order]) => {
  test('[VERSION-4] a version equals itself, and the reverse comparison answers the opposite', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [first, second] = [order.parse(a), order.parse(b)]
        if (!first || !second) return
        expect(order.compare(first, first)).toBe(0)
        expect(order.compare(first, second) + order.compare(second, first)).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test.skipIf(notTransitive.has(name))('[VERSION-4] the order is transitive', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 12, maxLength: 40 }), (texts) => {
        expect(disordered(order, texts)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

function readAll(order: VersionOrder, texts: readonly string[]): ParsedVersion[] {
  return texts.map((text) => order.parse(text)).filter((read) => read !== undefined)
}

/** Sorts the versions and returns those that are greater than one behind them. */
function disordered(order: VersionOrder, texts: readonly string[]): ParsedVersion[] {
  const sorted = readAll(order, texts).toSorted((a, b) => order.compare(a, b))
  return sorted.filter((earlier, i) => sorted.slice(i + 1).some((later) => order.compare(earlier, later) > 0))
}

/** Returns at most `count` of the texts, spread evenly, so that comparing each with each takes a second at most. */
function someOf(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, texts.length / count)
  return Array.from({ length: Math.min(count, texts.length) }, (_, i) => texts[Math.floor(i * step)]!)
}

test.skipIf(!hasSuites).for([
  ['alpine', 'Alpine'],
  ['debian', 'Debian'],
  ['packagist', 'Packagist'],
  ['pypi', 'PyPI'],
  ['redhat', 'Red Hat'],
  ['rubygems', 'RubyGems'],
  ['semver', 'npm'],
] as const)('[VERSION-4] the versions of %s in the public suites are in one order', ([prefix, ecosystem]) => {
  const files = filesOf('osv-scalibr').filter((file) => file.startsWith(prefix))
  const texts = [...new Set(files.flatMap((file) => pairsOf('osv-scalibr', file).flatMap(({ a, b }) => [a, b])))]
  expect(texts.length).toBeGreaterThan(40)
  expect(readAll(orderOf(ecosystem)!, texts)).toHaveLength(texts.length)
  expect(disordered(orderOf(ecosystem)!, someOf(texts, 1_200))).toEqual([])
})

const hostile = ['1', '1.', '.', '-', '1-', 'a1', '~', '^', '_p', '_p1', '-r', '1+', '00.', 'v', 'v=', ' ', '!', '-0']

describe.for(orders)('[VERSION-3] %s', ([, order]) => {
  test('reads or refuses repetitions of up to 1,024 characters, and compares them with themselves', () => {
    const texts = hostile.flatMap((part) =>
      ['', '1', '1.0.0-'].flatMap((start) => {
        const text = (start + part.repeat(maxVersionLength)).slice(0, maxVersionLength - 1)
        return [text, `${text}1`, `${text}\u00e4`]
      }),
    )
    expect(readAll(order, texts).filter((read) => order.compare(read, read) !== 0)).toEqual([])
  })

  test('does not read 1,025 characters', () => {
    expect(order.parse('1'.repeat(maxVersionLength + 1))).toBeUndefined()
  })
})
