import { expect, test } from 'vitest'
import { compareVersions } from './order.ts'

test.for([
  ['npm', '1.0.0-alpha', '1.0.0-alpha.1'],
  ['npm', '1.0.0-alpha.beta', '1.0.0-beta'],
  ['npm', '1.0.0-beta.2', '1.0.0-beta.11'],
  ['npm', '1.0.0-rc.1', '1.0.0'],
  ['Go', 'v1.2.3-0.20200101000000-0123456789ab', 'v1.2.3'],
  ['Go', '1.2', 'v1.2.1'],
  ['crates.io', '1.0.0', '999999999999999999999999.0.0'],
  ['Pub', '1.0.0', '1.0.0+1'],
  ['Pub', '1.0.0+9', '1.0.0+10'],
  ['Julia', '3.0.16+0', '3.0.16+1'],
  ['Bitnami', '1.0.0beta', '1.0.0'],
] as const)('[VERSION-10] %s: %s is less than %s', ([ecosystem, less, greater]) => {
  expect(compareVersions(ecosystem, less, greater)).toBe(-1)
  expect(compareVersions(ecosystem, greater, less)).toBe(1)
})
