import { expect, test } from 'vitest'
import { formatVers, parseVers, versTest } from './vers.ts'

function contains(vers: string, version: string): boolean | undefined {
  const range = parseVers(vers)
  if (!range.ok) throw new Error(range.reason)
  return versTest(range.value)(version)
}

test.for([
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', 'vers:npm/1.2.3|>=2.0.0|<5.0.0'],
  ['vers:pypi/<2|!=1.5|>=1', 'vers:pypi/>=1|!=1.5|<2'],
  ['vers:deb/*', 'vers:deb/*'],
  ['vers:rpm/1.0%2A', 'vers:rpm/1.0%2A'],
  ['vers:conan/1.0%7cb', 'vers:conan/1.0%7Cb'],
  ['vers:test/b|a', 'vers:test/b|a'],
  ['vers:lexicographic/%C3%A4', 'vers:lexicographic/%C3%A4'],
] as const)('[VERSION-41] %s is written %s', ([text, canonical]) => {
  const range = parseVers(text)
  expect(range.ok && formatVers(range.value)).toBe(canonical)
})

test.for([
  ['vers:npm', 'the form'],
  ['VERS:npm/1.0.0', 'scheme'],
  ['vers:NPM/1.0.0', 'type'],
  ['vers:1npm/1.0.0', 'type'],
  ['vers:npm/', 'constraints are missing'],
  ['vers:npm/>=1.0.0 |<2', 'without spaces'],
  ['vers:npm/|1.0.0', 'leading pipe'],
  ['vers:npm/1.0.0|', 'trailing pipe'],
  ['vers:npm/1.0.0||2.0.0', 'consecutive pipes'],
  ['vers:npm/=1.0.0', 'comparator ='],
  ['vers:npm/>=', 'version is missing'],
  ['vers:npm/*|1.0.0', 'percent-encoded'],
  ['vers:npm/1.0%', 'percent-encoding'],
  ['vers:npm/1.0%ff', 'percent-encoding'],
  ['vers:npm/1.0%09', 'percent-encoding'],
  ['vers:npm/latest', 'no version of the type npm'],
  ['vers:npm/1.0.0|>1.0', 'occurs twice'],
  ['vers:invalid/*', 'always an error'],
] as const)('[VERSION-41] %s is refused: %s', ([text, reason]) => {
  expect(parseVers(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

test.for([
  ['vers:npm/*', '1.0.0', true],
  ['vers:none/*', '1.0.0', false],
  ['vers:all/*', 'anything', true],
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '1.2.3', true],
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '1.2.4', false],
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '2.0.0', true],
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '4.9.9', true],
  ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '5.0.0', false],
  ['vers:npm/<1.0.0|>=2.0.0|<=2.1.0', '0.9.0', true],
  ['vers:npm/<1.0.0|>=2.0.0|<=2.1.0', '1.0.0', false],
  ['vers:npm/<1.0.0|>=2.0.0|<=2.1.0', '2.1.0', true],
  ['vers:npm/<1.0.0|>2.0.0', '2.0.0', false],
  ['vers:npm/<1.0.0|>2.0.0', '9.0.0', true],
  ['vers:npm/!=1.5.0|>=1.0.0|<2.0.0', '1.5.0', false],
  ['vers:npm/!=1.5.0|>=1.0.0|<2.0.0', '1.5.1', true],
  ['vers:npm/!=1.5.0', '1.5.1', true],
  ['vers:npm/!=1.5.0', '1.5.0', false],
  ['vers:npm/>1.0.0|>2.0.0|<3.0.0|<4.0.0', '2.0.0', true],
  ['vers:npm/>1.0.0|>2.0.0|<3.0.0|<4.0.0', '3.5.0', true],
  ['vers:deb/>=1:1.0-1|<1:1.0-3', '1:1.0-2', true],
  ['vers:deb/>=1:1.0-1|<1:1.0-3', '2.0-1', false],
  ['vers:npm/>=1.0.0', 'latest', undefined],
  ['vers:test/>=1.0.0', '1.0.0', undefined],
] as const)('[VERSION-42] %s has %s: %s', ([vers, version, expected]) => {
  expect(contains(vers, version)).toBe(expected)
})

test('[VERSION-3] a VERS text of more than 65,536 characters is refused', () => {
  expect(parseVers(`vers:npm/${'1'.repeat(65_536)}`)).toMatchObject({ ok: false })
})
