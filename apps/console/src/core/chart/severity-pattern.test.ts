import { severities } from '@carapace/shared/msoc/severity'
import { expect, test } from 'vitest'
import { severityPatterns } from './severity-pattern.ts'

test('[MARK-2] no two severities have the same pattern, and critical is solid', () => {
  const patterns = severities.map((severity) => JSON.stringify(severityPatterns[severity] ?? 'solid'))
  expect(new Set(patterns).size).toBe(severities.length)
  expect(severityPatterns.critical).toBeUndefined()
})
