import { expect, test } from 'vitest'
import { versOfNative } from './native-ranges.ts'
import { formatNpmRange, isInNpmRange, readNpmRange, type RangeOptions } from './npm-range.ts'
import { compareVersions } from './order.ts'
import { filesOf, hasSuites, nodeSemverRows, pairsOf, textOf } from './public-suites.fixture.ts'
import { formatVers, parseVers, versTest } from './vers.ts'
import { orderOfType } from './version-types.ts'

const ecosystems: Readonly<Record<string, string>> = {
  alpine: 'Alpine',
  cran: 'CRAN',
  debian: 'Debian',
  hackage: 'Hackage',
  maven: 'Maven',
  nuget: 'NuGet',
  packagist: 'Packagist',
  pub: 'Pub',
  pypi: 'PyPI',
  redhat: 'Red Hat',
  rubygems: 'RubyGems',
  semver: 'npm',
}

test.skipIf(!hasSuites)('[VERSION-1] all pairs of OSV-Scalibr have the order that the real tools gave them', () => {
  let count = 0
  for (const file of filesOf('osv-scalibr')) {
    const ecosystem = ecosystems[file.split('-')[0]!]!
    const pairs = pairsOf('osv-scalibr', file)
    const different = pairs.filter(({ a, b, sign }) => compareVersions(ecosystem, a, b) !== sign)
    expect(different, file).toEqual([])
    count += pairs.length
  }
  expect(count).toBeGreaterThan(18_000)
})

test.skipIf(!hasSuites)("[VERSION-21] rpm's own pairs", () => {
  const pairs = JSON.parse(textOf('official', 'rpm.json')) as { a: string; b: string; order: number }[]
  expect(pairs.length).toBeGreaterThan(40)
  expect(pairs.filter(({ a, b, order }) => compareVersions('Red Hat', a, b) !== order)).toEqual([])
})

test.skipIf(!hasSuites)("[VERSION-22] apk-tools' own pairs", () => {
  const pairs = pairsOf('official', 'apk-version.data')
  expect(pairs.length).toBeGreaterThan(350)
  expect(pairs.filter(({ a, b, sign }) => compareVersions('Alpine', a, b) !== sign)).toEqual([])
})

function optionsOf(options: unknown): RangeOptions {
  if (typeof options !== 'object' || options === null) return { loose: Boolean(options) }
  const { loose, includePrerelease } = options as Record<string, unknown>
  return { loose: Boolean(loose), includePrerelease: Boolean(includePrerelease) }
}

test.skipIf(!hasSuites).for([
  ['comparisons', 1],
  ['equality', 0],
] as const)("[VERSION-10] node-semver's %s", ([file, sign]) => {
  const rows = nodeSemverRows(file) as [string, string][]
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(([a, b]) => compareVersions('npm', a, b) !== sign)).toEqual([])
})

test.skipIf(!hasSuites)("[VERSION-2] node-semver's invalid versions aren't read", () => {
  const texts = nodeSemverRows('invalid-versions').flatMap(([text]) => (typeof text === 'string' ? [text] : []))
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((text) => compareVersions('npm', text, text) !== undefined)).toEqual([])
})

test.skipIf(!hasSuites).for([
  ['range-include', true],
  ['range-exclude', false],
] as const)("[VERSION-11] node-semver's %s", ([file, expected]) => {
  const rows = nodeSemverRows(file)
  expect(rows.length).toBeGreaterThan(50)
  const different = rows.filter(([text, version, options]) => {
    const range = readNpmRange(String(text), optionsOf(options))
    return (range !== undefined && isInNpmRange(range, String(version))) !== expected
  })
  expect(different).toEqual([])
})

test.skipIf(!hasSuites)("[VERSION-11] node-semver's canonical ranges", () => {
  const rows = nodeSemverRows('range-parse')
  expect(rows.length).toBeGreaterThan(50)
  for (const [text, canonical, options] of rows) {
    const range = readNpmRange(String(text), optionsOf(options))
    expect(range ? formatNpmRange(range) : null, String(text)).toBe(canonical)
  }
})

interface VersCase {
  readonly test_type: 'comparison' | 'equality' | 'from_native' | 'containment' | 'validate' | 'parse'
  readonly input: unknown
  readonly expected_output?: unknown
  readonly expected_message?: string
}

/** Cases that SPEC.md lists as not followed, with what is answered instead; undefined is a refusal. */
const notFollowed: Readonly<Record<string, string | undefined>> = {
  'npm <= 1.0': 'vers:npm/<1.1.0',
  'npm >= 2.2.x': 'vers:npm/>=2.2.0',
  'npm 1.1.2 1.2.2': undefined,
  'npm >= 0.2.0 <= 0.9.6 || ~0.8.0-pre': 'vers:npm/>=0.2.0|<=0.9.6',
  'conan ': 'vers:conan/>=0.0.0',
}

function checkVersions({ test_type, input, expected_output }: VersCase): void {
  const { input_scheme, versions } = input as { input_scheme: string; versions: string[] }
  const order = orderOfType(input_scheme)!
  const read = versions.map((version) => order.parse(version)!)
  if (test_type === 'equality') {
    expect(order.compare(read[0]!, read[1]!) === 0, versions.join(' ')).toBe(expected_output)
    return
  }
  const expected = (expected_output as string[]).map((version) => order.parse(version)!)
  const sorted = read.toSorted((a, b) => order.compare(a, b))
  expect(
    sorted.map((version, i) => order.compare(version, expected[i]!)),
    versions.join(' '),
  ).toEqual(versions.map(() => 0))
}

function checkNativeRange({ input, expected_output }: VersCase): void {
  const { scheme, native_range } = input as { scheme: string; native_range: string }
  const name = `${scheme} ${native_range}`
  const answer = versOfNative(scheme, native_range)
  const expected = Object.hasOwn(notFollowed, name) ? notFollowed[name] : expected_output
  expect(answer.ok ? answer.value : undefined, name).toBe(expected)
}

function checkText({ test_type, input, expected_output, expected_message }: VersCase): void {
  if (test_type === 'containment') {
    const { vers, version } = input as { vers: string; version: string }
    const range = parseVers(vers)
    expect(range.ok && versTest(range.value)(version), vers).toBe(expected_output)
    return
  }
  const range = parseVers(input as string)
  if (expected_message === undefined) expect(range.ok && formatVers(range.value)).toBe(expected_output)
  else expect(range).toEqual({ ok: false, reason: expected_message })
}

test.skipIf(!hasSuites).for(['vers-spec', 'univers'])('[VERSION-40] [VERSION-43] all cases of %s', (suite) => {
  let count = 0
  for (const file of filesOf(suite)) {
    const content = JSON.parse(textOf(suite, file)) as VersCase[] | { tests: VersCase[] }
    for (const one of Array.isArray(content) ? content : content.tests) {
      if (one.test_type === 'comparison' || one.test_type === 'equality') checkVersions(one)
      else if (one.test_type === 'from_native') checkNativeRange(one)
      else checkText(one)
      count += 1
    }
  }
  expect(count).toBeGreaterThan(suite === 'univers' ? 4 : 1_300)
})
