import { version } from '@carapace/shared/core/version'
import { expect, test } from 'vitest'
import { releases } from './release-history.ts'

test('[ST9] the history begins with the version that runs, and goes back from there', () => {
  const versions = releases.map((release) => release.version)
  expect(versions[0]).toBe(version)
  expect(versions).toEqual([...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true })))
  expect(releases.every(({ changes }) => changes.length > 0)).toBe(true)
})
