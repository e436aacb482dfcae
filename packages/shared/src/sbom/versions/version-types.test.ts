import { expect, test } from 'vitest'
import { orderOfType } from './version-types.ts'

function compare(type: string, a: string, b: string): number | undefined {
  const order = orderOfType(type)!
  const [first, second] = [order.parse(a), order.parse(b)]
  return first && second && order.compare(first, second)
}

test.for([
  ['VERSION-30', 'alpm', '1.0rc', '1.0'],
  ['VERSION-30', 'alpm', '1.0', '1.0.rc'],
  ['VERSION-30', 'alpm', '1.0', '1.0.'],
  ['VERSION-30', 'alpm', '1.0.1', '1.0..0'],
  ['VERSION-30', 'alpm', '1.0.', '1.0.1'],
  ['VERSION-30', 'alpm', '1.0.a', '1.0.'],
  ['VERSION-30', 'alpm', '9-2', '1:1-1'],
  ['VERSION-30', 'alpm', '1.0-1', '1.0-2'],
  ['VERSION-31', 'ebuild', '1.0_alpha', '1.0_beta'],
  ['VERSION-31', 'ebuild', '1.0_rc9', '1.0'],
  ['VERSION-31', 'ebuild', '1.0', '1.0_p'],
  ['VERSION-31', 'ebuild', '1.02', '1.1'],
  ['VERSION-31', 'ebuild', '1.0', '1.0a'],
  ['VERSION-31', 'ebuild', '1.0-r9', '1.0-r10'],
  ['VERSION-32', 'intdot', '1.9-x', '1.10'],
  ['VERSION-33', 'conan', '1.0-alpha', '1.0'],
  ['VERSION-33', 'conan', '1.0', '1.0+b1'],
  ['VERSION-33', 'conan', '1.0.0-', '1.0.0-a'],
  ['VERSION-33', 'conan', 'cci.20200203', 'cci.20210101'],
  ['VERSION-34', 'openssl', '1.0.2', '1.0.2a'],
  ['VERSION-34', 'openssl', '1.0.2z', '1.0.2za'],
  ['VERSION-34', 'openssl', '1.1.1w', '3.0.0-alpha1'],
  ['VERSION-34', 'openssl', '3.0.0-alpha17', '3.0.0-beta1'],
  ['VERSION-34', 'openssl', '1.1.1-pre9', '1.1.1'],
  ['VERSION-35', 'datetime', '2024-01-01T00:00:00+01:00', '2024-01-01T00:00:00Z'],
  ['VERSION-35', 'datetime', '2024-01-01T00:00:00.0001Z', '2024-01-01T00:00:00.00011Z'],
  ['VERSION-35', 'lexicographic', '\uffff', '\u{1f600}'],
  ['VERSION-35', 'lexicographic', 'Z', 'a'],
] as const)('[%s] %s: %s is less than %s', ([, type, less, greater]) => {
  expect(compare(type, less, greater)).toBe(-1)
  expect(compare(type, greater, less)).toBe(1)
})

test.for([
  ['VERSION-30', 'alpm', '1.5-1', '1.5'],
  ['VERSION-30', 'alpm', '1.0', '0:1_0'],
  ['VERSION-31', 'ebuild', '1.010', '1.01-r0'],
  ['VERSION-32', 'intdot', '1.2', '1.2.0alpha'],
  ['VERSION-33', 'conan', '1.0-pre1.0', '1-pre1'],
  ['VERSION-35', 'datetime', '2024-01-01T00:00:00z', '2024-01-01T02:00:00.000+02:00'],
] as const)('[%s] %s: %s equals %s', ([, type, a, b]) => {
  expect(compare(type, a, b)).toBe(0)
})

test.for([
  ['alpm', '1 0'],
  ['ebuild', '1.0-1'],
  ['ebuild', '1.0_git1'],
  ['intdot', 'v1'],
  ['conan', ''],
  ['openssl', '1.1'],
  ['openssl', '1.0.2k-fips'],
  ['datetime', '2024-02-30T00:00:00Z'],
  ['datetime', '2024-01-01'],
  ['lexicographic', ''],
] as const)('[VERSION-2] %s does not read "%s"', ([type, text]) => {
  expect(orderOfType(type)!.parse(text)).toBeUndefined()
})

test.for(['generic', 'test', 'docker', 'constructor'])('[VERSION-40] the type %s has no order', (type) => {
  expect(orderOfType(type)).toBeUndefined()
})
