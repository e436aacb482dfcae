import { expect, test } from 'vitest'
import { formatNpmRange, isInNpmRange, readNpmRange } from './npm-range.ts'

test.for([
  ['', '*'],
  ['1.2', '>=1.2.0 <1.3.0-0'],
  ['~> 1.2.3', '>=1.2.3 <1.3.0-0'],
  ['^0.0.3', '>=0.0.3 <0.0.4-0'],
  ['^0.x', '<1.0.0-0'],
  ['^1.2.3-rc.1', '>=1.2.3-rc.1 <2.0.0-0'],
  ['1 - 2.3', '>=1.0.0 <2.4.0-0'],
  ['>1 <=2', '>=2.0.0 <3.0.0-0'],
  ['>x || 1.0.0', '1.0.0'],
  ['1.0.0 || x', '*'],
  ['>=1.0.0 >=1.0.0', '>=1.0.0'],
] as const)('[VERSION-11] "%s" is %s', ([text, canonical]) => {
  expect(formatNpmRange(readNpmRange(text)!)).toBe(canonical)
})

test.for(['1.x.5', 'x.1', '01.2.3', '~1.2.3beta', 'latest', '^9007199254740991.0.0', '1.0.0 || nothing'])(
  '[VERSION-11] "%s" is no range',
  (text) => {
    expect(readNpmRange(text)).toBeUndefined()
  },
)

test('[VERSION-11] a loose range accepts zeros before numbers and 1.2.3beta, and skips what it cannot read', () => {
  expect(formatNpmRange(readNpmRange('>01.2.3beta what', { loose: true })!)).toBe('>1.2.3-beta')
})

test.for([
  ['^1.2.3', '1.9.0', true],
  ['^1.2.3', '2.0.0', false],
  ['^1.2.3', '1.3.0-beta', false],
  ['^1.2.3-alpha', '1.2.3-beta', true],
  ['^1.2.3-alpha', '1.2.4-beta', false],
  ['<1.0.0 || >2.0.0', '2.0.1', true],
  ['*', '1.0', false],
  ['*', 'latest', false],
] as const)('[VERSION-11] %s has %s: %s', ([range, version, expected]) => {
  expect(isInNpmRange(readNpmRange(range)!, version)).toBe(expected)
})

test('[VERSION-11] with includePrerelease a pre-release is in a range as any other version is', () => {
  const range = readNpmRange('1.x', { includePrerelease: true })!
  expect(isInNpmRange(range, '1.0.0-alpha')).toBe(true)
  expect(isInNpmRange(range, '2.0.0-alpha')).toBe(false)
})
