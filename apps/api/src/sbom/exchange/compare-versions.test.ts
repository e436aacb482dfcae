import { expect, test } from 'vitest'
import { orderVersions } from './compare-versions.ts'

test('[SBOM-51] versions are ordered by their ecosystem, others as dotted numbers', () => {
  expect(Math.sign(orderVersions('npm', '1.0.0-rc.1', '1.0.0')!)).toBe(-1)
  expect(Math.sign(orderVersions('deb', '1:1.0', '2.0')!)).toBe(1)
  expect(Math.sign(orderVersions('', '1.10.2', '1.9')!)).toBe(1)
  expect(orderVersions('', '1.0', 'v1')).toBe(0)
  expect(orderVersions('generic', '2024-spring', '1.0')).toBe(undefined)
  expect(orderVersions('constructor', '1', 'x')).toBe(undefined)
})
